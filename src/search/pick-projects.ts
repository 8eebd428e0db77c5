import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { ParsedQuery } from '../core/query.ts';
import { CATALOGUE, forProject } from '../sessions/projects.ts';
import { SEPARATOR } from './catalogue.ts';
import { embedderOf, nearestTopics } from './catalogue-topics.ts';
import { RANKING_RULES } from './ranking-rules.ts';
import { type SearchCall, searchedFor, understandingPorts } from './search-project.ts';
import { matchingWords } from './strategies/keyword.ts';
import { addHints, addIdeas, understandQuery } from './understand-query.ts';
import { weighTerms } from './weigh-terms.ts';

interface PickedProject {
  readonly project: string;
  /** Of its best files by words, 0 to 1, and the weighted similarity of its nearest topics. */
  readonly score: number;
}

/** The owner's projects that most likely have the answer, best first; `names` are globs on their names. */
export async function pickProjects(
  engine: Engine,
  text: string,
  options: SearchCall & { readonly names: readonly string[]; readonly most: number },
): Promise<readonly PickedProject[]> {
  const [{ said, meant }, topics] = await Promise.all([
    entriesAbout(engine, text, options),
    nearestTopics(engine, text, options),
  ]);
  // Projects without a topic among the nearest have one that is farther than these.
  const least = topics.at(-1)?.score ?? 0;
  const kinds: readonly Kind[] = [
    { of: byProject(relative(said)), shares: WORD_SHARES, weight: 1, otherwise: 0 },
    { of: byProject(relative(meant)), shares: WORD_SHARES, weight: MEANT_WEIGHT, otherwise: 0 },
    { of: byProject(topics), shares: TOPIC_SHARES, weight: TOPIC_WEIGHT, otherwise: least },
  ];
  return [...new Set(kinds.flatMap(({ of }) => [...of.keys()]))]
    .map((project) => ({ project, score: kinds.reduce((sum, kind) => sum + scoreOf(project, kind), 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, options.most);
}

/**
 * The catalogue's entries with the question's words, and with these and what programs call what it says. Their scores count
 * as they are: what makes one file of a project a better answer than another says nothing of the project.
 */
async function entriesAbout(
  engine: Engine,
  text: string,
  { names, rules = RANKING_RULES, signal }: SearchCall & { readonly names: readonly string[] },
): Promise<{ readonly said: readonly Entry[]; readonly meant: readonly Entry[] }> {
  const index = (await engine.store()).index({ owner: engine.scope.owner, project: CATALOGUE });
  const ports = { ...understandingPorts(engine, index), embedder: await embedderOf(engine) };
  const [query, { chunks }] = await Promise.all([understandQuery(ports, searchedFor(text)), index.size()]);
  signal?.throwIfAborted();
  const hinted = addHints(await addIdeas(ports, query));
  const matching = async (asked: ParsedQuery): Promise<readonly Entry[]> => {
    const terms = await weighTerms(index, asked, chunks);
    const input = { index, query: asked, terms, filter: { paths: names }, rules };
    const found = await matchingWords(input, CANDIDATES);
    return found.map(({ chunk, strength }) => ({ path: chunk.path, score: strength }));
  };
  const said = await matching(query);
  return { said, meant: hinted === query ? said : await matching(hinted) };
}

interface Entry {
  readonly path: string;
  readonly score: number;
}

/** Relative to the best. */
function relative(entries: readonly Entry[]): readonly Entry[] {
  const best = entries[0]?.score ?? 0;
  return best > 0 ? entries.map(({ path, score }) => ({ path, score: score / best })) : entries;
}

/** What speaks for projects in one way. */
interface Kind {
  /** The scores of each project's entries, best first. */
  readonly of: ReadonlyMap<string, readonly number[]>;
  /** What its best entries count; further ones tell little more. */
  readonly shares: readonly number[];
  readonly weight: number;
  /** The score of entries that were not among the nearest. */
  readonly otherwise: number;
}

function scoreOf(project: string, { of, shares, weight, otherwise }: Kind): number {
  const scores = of.get(project) ?? [];
  return weight * shares.reduce((sum, share, place) => sum + share * (scores[place] ?? otherwise), 0);
}

function byProject(entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> {
  const scores = new Map<string, number[]>();
  for (const { path, score } of entries) {
    const project = path.slice(0, path.indexOf(SEPARATOR));
    const own = scores.get(project);
    if (own === undefined) scores.set(project, [score]);
    else own.push(score);
  }
  return scores;
}

const WORD_SHARES: readonly number[] = [0.7, 0.2, 0.1];
const TOPIC_SHARES: readonly number[] = [1 / 3, 1 / 3, 1 / 3];
/** Fitted without a question's repository (docs/decisions/0020-many-repositories.md). */
const MEANT_WEIGHT = 0.8;
const TOPIC_WEIGHT = 2;
/** Enough that the fifth project appears though the first has many files about the question. */
const CANDIDATES = 1000;

/** The most projects that are searched for one question. */
const MAX_PROJECTS = 5;

/**
 * An engine that answers from the likeliest of the owner's projects, as if they were the roots of one: paths begin with
 * the project's name. Of projects elsewhere only what is stored is used.
 */
export async function acrossProjects(
  engine: Engine,
  text: string,
  names: readonly string[],
  call: SearchCall,
): Promise<Engine> {
  if (engine.alone === true) {
    throw new DossierError(
      'forbidden',
      'This token opens one project. To ask about all projects of its owner, make one with "dossier token create --scopes read,projects".',
    );
  }
  const picked = await pickProjects(engine, text, { ...call, names, most: MAX_PROJECTS });
  const [first, ...more] = picked.map(({ project }) => ({
    name: project,
    // What was learnt and what the session was given is the asking project's, whichever project answers.
    open: async () =>
      project === engine.scope.project
        ? engine
        : { ...forProject(engine, project), recordScope: engine.recordScope },
  }));
  if (first === undefined) {
    throw new DossierError(
      'not-found',
      `No project that matches ${names.join(', ')} has anything about this. "dossier projects" lists them; a project is known once a worker, or "dossier index --store", has indexed it.`,
    );
  }
  return { ...(await first.open()), name: first.name, others: more };
}
