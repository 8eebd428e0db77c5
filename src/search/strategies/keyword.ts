import { MEMBER_SEPARATOR } from '../../core/languages.ts';
import type { IndexStore, QueriedTerm, UnitRow } from '../../core/store.ts';
import { chunksOfUnits } from '../chunks-of-units.ts';
import type { RankingRules } from '../ranking-rules.ts';
import type { WeighedTerm } from '../weigh-terms.ts';
import type { Signal, Strategy, StrategyInput } from './strategy.ts';

/** Full-text search over split identifiers, and definitions of the names in the query. */
export const keyword: Strategy = {
  name: 'keyword',
  kinds: { words: { weight: 1, scale: 'best' }, definition: { weight: 0.3 } },
  async find(input) {
    const [words, definitions] = await Promise.all([matchingWords(input), namedDefinitions(input)]);
    return [...words, ...definitions];
  },
};

export async function matchingWords(
  {
    index,
    query,
    terms,
    filter,
    rules,
  }: Pick<StrategyInput, 'index' | 'query' | 'terms' | 'filter' | 'rules'>,
  limit: number = rules.candidates,
): Promise<Signal[]> {
  const searched = terms.filter(({ known }) => known).slice(0, rules.maxTerms);
  const names = query.compounds.map((term) => ({ term, weight: rules.compound }));
  const found = await index.matchTerms([...queriedTerms(searched, rules), ...names], {
    limit,
    fields: rules.fields,
    filter,
  });
  return found.map(({ chunk, score }) => ({ kind: 'words', chunk, strength: score }));
}

/** Hints of one word become one term: six names of one thing are not six things. */
function queriedTerms(terms: readonly WeighedTerm[], { otherForm }: RankingRules): readonly QueriedTerm[] {
  const queried = new Map<string, QueriedTerm>();
  for (const { term, weight, forms, of, isHint } of terms) {
    const key = isHint === true ? `of ${of}` : term;
    const others = forms.map((form) => ({ term: form, share: otherForm }));
    const first = queried.get(key);
    if (first === undefined) queried.set(key, { term, weight, forms: others });
    else queried.set(key, { ...first, forms: [...(first.forms ?? []), { term, share: 1 }, ...others] });
  }
  return [...queried.values()];
}

/** Long texts name much in passing; the first names are those of the title. */
const MAX_NAMES = 16;
const MAX_UNITS = 400;
/** A name shared by more definitions than this (`get`, `toString`) says almost nothing. */
const SHARED_NAME = 20;
const SHARED_NAME_STRENGTH = 0.3;
/** The strength halves after this many doublings of the number of definitions. */
const DOUBLINGS_TO_HALF = 4;

async function namedDefinitions({ index, query, filter }: StrategyInput): Promise<Signal[]> {
  const names = query.symbols.slice(0, MAX_NAMES);
  if (names.length === 0) return [];
  const units = await unitsMeant(index, names);
  const sharing = new Map<string, number>();
  for (const { name } of units) sharing.set(name, (sharing.get(name) ?? 0) + 1);
  const spellings = new Set(names.map(lastSegment).filter((name) => sharing.has(name)));
  const keys = new Set([...spellings].map(comparable));
  const strengths = new Map<UnitRow, number>();
  for (const unit of units) {
    const otherwise = keys.has(comparable(unit.name)) && !spellings.has(unit.name);
    strengths.set(unit, strengthOfName(sharing.get(unit.name) ?? 1) * (otherwise ? OTHER_SPELLING : 1));
  }
  const chunks = await chunksOfUnits(index, units, filter);
  return chunks.map(({ chunk, unit, isStart }) => ({
    kind: 'definition',
    chunk,
    strength: (strengths.get(unit) ?? 0) * (isStart ? 1 : LATER_PART),
    detail: unit.qualifiedName,
  }));
}

/**
 * Definitions of the names. A qualified name without a definition (`pkg.Func` of a Go package, `ns::name`,
 * `object.method`) means its last part, under an owner of that name where there is one.
 */
async function unitsMeant(index: IndexStore, names: readonly string[]): Promise<readonly UnitRow[]> {
  const units = await index.unitsNamed(names, { limit: MAX_UNITS });
  const found = new Set(units.map(({ qualifiedName }) => comparable(qualifiedName)));
  const unknown = names
    .map((name) => ({ last: lastSegment(name), owner: ownerOf(name) }))
    .filter(({ last, owner }) => owner !== '' && !endsAny(found, `${owner}.${last}`));
  if (unknown.length === 0) return units;
  const more = await index.unitsNamed(
    unknown.map(({ last }) => last),
    { limit: MAX_UNITS },
  );
  const meant = unknown.flatMap(({ last, owner }) => {
    const alike = more.filter(({ name }) => comparable(name) === comparable(last));
    const owned = alike.filter(({ path, qualifiedName }) => isOf(owner, path, qualifiedName));
    return owned.length > 0 ? owned : alike.length === 1 ? alike : [];
  });
  return [...new Set([...units, ...meant])];
}

function endsAny(names: ReadonlySet<string>, ending: string): boolean {
  const end = comparable(ending);
  return [...names].some((name) => name === end || name.endsWith(`.${end}`));
}

/** Whether a definition lies in a type, file or folder of that name. */
function isOf(owner: string, path: string, qualifiedName: string): boolean {
  const around = [...qualifiedName.split('.').slice(0, -1), ...path.replace(/\.[^./]*$/, '').split('/')];
  return around.some((name) => comparable(name) === comparable(owner));
}

const OWNER = new RegExp(`([^.:#/>-]+)${MEMBER_SEPARATOR}[^.:#/>-]*$`);

function ownerOf(name: string): string {
  return OWNER.exec(name)?.[1] ?? '';
}

/** A name in another case (`request` for `Request`) when one matches the query's case exactly. */
const OTHER_SPELLING = 0.3;
const comparable = (name: string) => name.toLowerCase();
const lastSegment = (name: string) => /[^.:#/>-]*$/.exec(name)?.[0] ?? name;

/** Parts of a long definition after its first. */
const LATER_PART = 0.4;

function strengthOfName(definitions: number): number {
  const shared = definitions > SHARED_NAME ? SHARED_NAME_STRENGTH : 1;
  return shared / (1 + Math.log2(definitions) / DOUBLINGS_TO_HALF);
}
