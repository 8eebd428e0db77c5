import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import llama3 from 'llama3-tokenizer-js';
import MarkdownIt from 'markdown-it';
import { expect } from 'vitest';
import type { AssembleOptions, Context, IncludedItem, MapEntry } from '../../src/core/context.ts';
import type { SourceFile, TokenCounter } from '../../src/core/ports.ts';
import { splitLines } from '../../src/core/text/lines.ts';
import type { World } from './arbitrary-items.ts';

/** A case and its result, as every check sees it. */
export interface Checked {
  readonly world: World;
  readonly options: AssembleOptions;
  readonly counter: TokenCounter;
  readonly result: Omit<Context, 'stats'>;
  /** Assembles the same items in another order or with other options. */
  readonly rerun: (world: World, options: AssembleOptions) => Omit<Context, 'stats'>;
}

/** What holds for every context. The name says what is claimed. */
export const CHECKS: Readonly<Record<string, (checked: Checked) => void>> = {
  'the text has at most maxTokens tokens, counted by the tokenizer library': ({
    options,
    counter,
    result,
  }) => {
    const tokens = (LIBRARIES[options.counter] ?? counter.count)(result.context);
    expect(tokens).toBe(result.tokenCount);
    expect(tokens).toBeLessThanOrEqual(options.maxTokens);
  },

  'every item is in the text or excluded with a reason, once': ({ world, result }) => {
    const out = [...result.items, ...result.excluded].map((item) => item.id).sort();
    expect(out).toEqual(world.items.map((item) => item.id).sort());
    expect(new Set(result.items.map((item) => item.id)).size).toBe(result.items.length);
  },

  'what is left out has the tokens it would take, counted or estimated, unless it has no text': ({
    world,
    result,
  }) => {
    const texts = new Map(world.items.map((item) => [item.id, item]));
    const unknown = result.excluded.filter(
      ({ tokens, about }) => tokens === undefined && about === undefined,
    );
    for (const { id } of unknown) expect(texts.get(id)).toMatchObject({ content: '' });
    for (const { tokens, about } of result.excluded)
      expect(tokens === undefined || about === undefined).toBe(true);
  },

  'the same input gives the same bytes, in whatever order the items come': ({
    world,
    options,
    result,
    rerun,
  }) => {
    // Two items of one id may differ, and then the first counts.
    const sameIds = new Set(world.items.map((item) => item.id)).size < world.items.length;
    const again = rerun(sameIds ? world : { ...world, items: world.items.toReversed() }, options);
    expect(again.context).toBe(result.context);
  },

  'limits on items and files are kept': ({ options, result }) => {
    expect(result.items.length).toBeLessThanOrEqual(options.maxItems ?? Number.POSITIVE_INFINITY);
    const paths = result.items.flatMap(({ location }) => (location === undefined ? [] : [location.path]));
    for (const path of paths) {
      const ofPath = paths.filter((each) => each === path).length;
      expect(ofPath).toBeLessThanOrEqual(options.maxItemsPerFile ?? Number.POSITIVE_INFINITY);
    }
  },

  'what is dropped stands nowhere; what is pinned is not left out for its relevance': ({
    options: { pin, drop },
    result,
  }) => {
    const named = [...result.items, ...result.map].map(({ id }) => id);
    expect(named.filter((id) => drop.includes(id))).toEqual([]);
    const weak = result.excluded.filter(({ reason }) => reason === 'weak' || reason === 'below-minimum');
    expect(weak.filter(({ id }) => pin.includes(id))).toEqual([]);
  },

  'every item is cited by an id of its own': ({ options, result }) => {
    const ids = result.citations.map((citation) => citation.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(options.citations ? result.items.length + mapCitations(result).length : 0);
  },

  'every citation id stands in the text': ({ result }) => {
    expect(result.citations.filter(({ id }) => !result.context.includes(id))).toEqual([]);
  },

  'the map names items that are excluded, each once, and no line of a file twice': ({ result }) => {
    for (const { path } of result.map) {
      const ranges = result.map.filter((place) => place.path === path);
      for (const [index, { startLine }] of ranges.entries()) {
        expect(startLine).toBeGreaterThan(ranges[index - 1]?.endLine ?? 0);
      }
    }
    const mapped = result.map.map(({ id }) => id);
    const excluded = new Set(result.excluded.map(({ id }) => id));
    expect(mapped.filter((id) => !excluded.has(id))).toEqual([]);
    expect(new Set(mapped).size).toBe(mapped.length);
  },

  'markdown parses to the intended fences with the intended text': ({ world, options, result }) => {
    if (!options.format.startsWith('markdown')) return;
    const fences = markdown
      .parse(result.context, {})
      .filter((token) => token.type === 'fence' && token.level === 0);
    const framed = [options.header, options.separator, options.footer].some((text) => text.trim() !== '');
    const extra = options.format === 'markdown+json' && result.items.length > 0 ? 1 : 0;
    const pathOf = (item: IncludedItem) => world.items.find((each) => each.id === item.id)?.location;
    const fenced = result.items.filter((item) => options.prose === 'fenced' || pathOf(item) !== undefined);
    const certain = !framed && new Set(world.items.map((item) => item.id)).size === world.items.length;
    if (certain) expect(fences.length).toBe(fenced.length + extra);
    const texts = fences.map((token) => token.content);
    for (const item of certain ? wholeItems({ items: fenced }) : []) {
      expect(texts).toEqual(
        expect.arrayContaining([oneOf(texts, possibleTexts(world, item).map(asInMarkdown))]),
      );
    }
    if (extra === 1 && certain) expect(JSON.parse(texts[0] ?? '')).toHaveLength(result.items.length);
  },

  'xml parses and gives back the content': ({ world, options, result }) => {
    if (options.format !== 'xml' || result.context === '') return;
    expect(XMLValidator.validate(result.context)).toBe(true);
    const { context } = xml.parse(result.context);
    const grouped: readonly { readonly item: readonly XmlItem[] }[] = context.group ?? [];
    const items: readonly XmlItem[] =
      options.groupBy === 'none' ? (context.item ?? []) : grouped.flatMap((group) => group.item);
    const texts = items.map(contentOfXml);
    expect(texts).toHaveLength(result.items.length);
    for (const item of wholeItems(result)) expect(texts).toContain(oneOf(texts, possibleTexts(world, item)));
    const files: readonly XmlFile[] = context.map?.file ?? [];
    expect(items.map(({ cite }) => cite).sort()).toEqual(result.items.map(({ citation }) => citation).sort());
    expect(files.flatMap(({ cite }) => cite ?? [])).toEqual(mapCitations(result));
  },

  'json is one document that gives back the content': ({ world, options, result }) => {
    if (options.format !== 'json' || result.context === '') return;
    const items = jsonItems(result.context, options);
    expect(items.map((item) => item.id).sort()).toEqual(result.items.map((item) => item.id).sort());
    const files: readonly Pick<MapEntry, 'citation'>[] = JSON.parse(result.context).map ?? [];
    expect(files.flatMap(({ citation }) => citation ?? [])).toEqual(mapCitations(result));
    for (const item of wholeItems(result)) {
      const content = items.find((each) => each.id === item.id)?.content ?? '';
      expect(content).toBe(oneOf([content], possibleTexts(world, item)));
    }
  },

  'the range shown is the range printed': ({ world, options: given, rerun }) => {
    const options: AssembleOptions = { ...given, format: 'json', fileHeaders: true, groupBy: 'none' };
    const result = rerun(world, options);
    if (result.context === '') return;
    for (const printed of jsonItems(result.context, options)) {
      const included = result.items.find((item) => item.id === printed.id);
      expect(included?.location?.startLine).toBe(printed.startLine);
      expect(included?.location?.endLine).toBe(printed.endLine);
      const numbers = lineNumbersOf(printed);
      const lines = printed.content.split('\n');
      if (included === undefined || numbers.length === 0) continue;
      if (!included.truncated) expect(lines.length).toBe(numbers.length);
      const file = world.files.get(printed.path ?? '');
      if (included.stale || file === undefined || typeof file === 'string') continue;
      expectLinesInOrder(lines, numbers, { file, truncated: included.truncated });
    }
  },
};

const asText = { disallowedSpecial: new Set<string>() };
/** Counting without any of our code, where a library does it. */
const LIBRARIES: Readonly<Record<string, (text: string) => number>> = {
  o200k_base: (text) => countO200k(text, asText),
  cl100k_base: (text) => countCl100k(text, asText),
  llama3: (text) =>
    llama3.encode(text, Object.assign({ bos: false, eos: false }, { specialTokenRegex: /(?!)/g })).length,
};

const markdown = new MarkdownIt('commonmark');

/** Markdown turns every line break into a line feed and NUL into the replacement character. */
function asInMarkdown(text: string): string {
  return `${text}\n`.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => ['item', 'group', 'file', 'source', 'import', 'related'].includes(name),
});

interface XmlFile {
  readonly cite?: string;
}

interface XmlItem extends XmlFile {
  readonly content: string | { readonly '#text'?: string; readonly encoding?: string };
}

/** Every file of a map is cited once. */
function mapCitations({ map }: Pick<Context, 'map'>): string[] {
  return [...new Set(map.flatMap(({ citation }) => citation ?? []))];
}

function contentOfXml({ content }: XmlItem): string {
  if (typeof content === 'string') return content;
  const text = content['#text'] ?? '';
  return content.encoding === 'json' ? JSON.parse(text) : text;
}

interface JsonItem {
  readonly id: string;
  readonly content: string;
  readonly path?: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly ranges?: readonly (readonly [number, number])[];
}

function jsonItems(context: string, options: AssembleOptions): readonly JsonItem[] {
  const document = JSON.parse(context);
  const groups: readonly { readonly items: readonly JsonItem[] }[] = document.groups ?? [];
  return options.groupBy === 'none' ? document.items : groups.flatMap((group) => group.items);
}

function lineNumbersOf({ startLine, endLine, ranges }: JsonItem): number[] {
  if (startLine === undefined || endLine === undefined) return [];
  return (ranges ?? [[startLine, endLine] as const]).flatMap(([start, end]) =>
    Array.from({ length: end - start + 1 }, (_, offset) => start + offset),
  );
}

/** Every numbered line is printed in order; in a cut, markers stand between and a line may be a part. */
function expectLinesInOrder(
  lines: readonly string[],
  numbers: readonly number[],
  { file, truncated }: { readonly file: SourceFile; readonly truncated: boolean },
): void {
  let at = 0;
  for (const number of numbers) {
    const expected = file.lines[number - 1] ?? '';
    const isIt = (line: string) =>
      line === expected || (truncated && line.length >= 39 && expected.startsWith(line));
    while (at < lines.length && !isIt(lines[at] ?? '')) {
      expect(lines[at]).toMatch(/left out|the rest|full text/);
      at++;
    }
    expect(at).toBeLessThan(lines.length);
    at++;
  }
}

function wholeItems(result: Pick<Context, 'items'>): readonly IncludedItem[] {
  return result.items.filter((item) => !item.truncated);
}

/** What an item that was not cut may show: its lines of the file, or the content of an item of its id. */
function possibleTexts(world: World, item: IncludedItem): string[] {
  const { location } = item;
  const file = world.files.get(location?.path ?? '');
  if (location !== undefined && !item.stale && file !== undefined && typeof file !== 'string') {
    return [file.lines.slice(location.startLine - 1, location.endLine).join('\n')];
  }
  return world.items.filter((each) => each.id === item.id).map((each) => splitLines(each.content).join('\n'));
}

function oneOf(shown: readonly string[], possible: readonly string[]): string {
  return possible.find((text) => shown.includes(text)) ?? possible[0] ?? '';
}
