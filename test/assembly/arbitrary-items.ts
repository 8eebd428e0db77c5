import fc from 'fast-check';
import type { AssembleOptions } from '../../src/core/context.ts';
import type { ContextItem } from '../../src/core/item.ts';
import type { ReadFailure, SourceFile } from '../../src/core/ports.ts';
import { hashLines } from '../../src/core/text/hash.ts';
import { splitLines } from '../../src/core/text/lines.ts';
import {
  ENTITY_TYPES,
  FORMATS,
  GROUPINGS,
  SELECTIONS,
  SOURCES,
  TRUNCATIONS,
} from '../../src/core/vocabulary.ts';

/** Pieces that break renderers, parsers and tokenizers. */
const hostile = fc.constantFrom(
  '```',
  '````ts\n',
  '~~~\n',
  ']]>',
  '<![CDATA[',
  '</code>',
  '</content></item></context>',
  '<!-- ',
  '<script>',
  '&amp;&lt;',
  '"},{"',
  '\\u0000',
  '<|endoftext|>',
  '\r\n',
  '\r',
  '\u0000',
  '\u0007\u001b[31m',
  '\ud800',
  '\uffff',
  '\u2028',
  '👩‍👩‍👧‍👦',
  '日本語のテキスト',
  'é\u0301',
  '    ',
  '\t',
  '# heading\n',
  '> quote\n',
  '- list\n    - deeper\n',
  '[a]: b\n',
  '\n\n\n',
);
const code = fc.constantFrom(
  'export function parse(text: string): Tree {\n',
  '  return build(text, { strict: true });\n',
  '}\n',
  'def run(self, *, limit=10):\n    """Runs."""\n    return self.items[:limit]\n',
  '// a comment\n',
  'class Store {\n  constructor() {}\n  get(id) { return id; }\n}\n',
  'The budget is hard: the printed text never exceeds it.\n',
);
const longLine = fc
  .tuple(fc.constantFrom('x', 'ab ', '=', '日', '{"a":1},'), fc.integer({ min: 100, max: 400 }))
  .map(([text, times]) => text.repeat(times));

export const contentArbitrary = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: code },
      { weight: 3, arbitrary: hostile },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      { weight: 1, arbitrary: longLine },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

const nameArbitrary = fc.oneof(
  fc.constantFrom('parse', 'Store.get', 'a`b`', '[x](y)', '', 'a\nb'),
  hostile,
  fc.string(),
);
const pathArbitrary = fc.constantFrom(
  'src/a.ts',
  'src/b.py',
  'docs/`odd` <name>.md',
  'gone.ts',
  '../outside.ts',
  'c&"d.txt',
);
const languageArbitrary = fc.constantFrom(
  undefined,
  'typescript',
  'python',
  'markdown',
  'html',
  'c`s',
  'x y\n',
);

export interface World {
  readonly items: readonly ContextItem[];
  readonly files: ReadonlyMap<string, SourceFile | ReadFailure>;
}

/** Items of all kinds, some of them located in files that exist, changed, or are gone. */
export const worldArbitrary: fc.Arbitrary<World> = fc
  .record({
    texts: fc.array(contentArbitrary, { minLength: 3, maxLength: 3 }),
    drafts: fc.array(
      fc.record({
        source: fc.constantFrom(...SOURCES),
        entityType: fc.constantFrom(...ENTITY_TYPES),
        name: nameArbitrary,
        content: contentArbitrary,
        summary: fc.option(fc.string(), { nil: undefined }),
        relevance: fc.double({ min: 0, max: 1, noNaN: true }),
        path: fc.option(pathArbitrary, { nil: undefined, freq: 2 }),
        start: fc.integer({ min: 1, max: 30 }),
        length: fc.integer({ min: 1, max: 30 }),
        language: languageArbitrary,
        hashed: fc.constantFrom('none', 'true', 'false'),
        sameId: fc.boolean(),
        section: fc.option(fc.record({ title: nameArbitrary, order: fc.nat(3) }), { nil: undefined }),
        imports: fc.option(fc.array(nameArbitrary, { maxLength: 3 }), { nil: undefined }),
      }),
      { maxLength: 7 },
    ),
  })
  .map(({ texts, drafts }) => {
    const paths = ['src/a.ts', 'src/b.py', 'docs/`odd` <name>.md'];
    const files = new Map<string, SourceFile | ReadFailure>(
      paths.map((path, index) => {
        const lines = splitLines(texts[index] ?? '');
        return [path, { path, lines, contentHash: hashLines(lines), modifiedAt: 0, size: 0, maskedLines: 0 }];
      }),
    );
    files.set('../outside.ts', 'outside-root');
    files.set('gone.ts', 'missing');
    files.set('c&"d.txt', 'binary');
    const items = drafts.map((draft, index): ContextItem => {
      const { source, entityType, name, summary, relevance, path, language } = draft;
      const file = path === undefined ? undefined : files.get(path);
      const endLine = draft.start + draft.length - 1;
      const present =
        file !== undefined && typeof file !== 'string' ? file.lines.slice(draft.start - 1, endLine) : [];
      const hash = { none: undefined, true: hashLines(present), false: 'changed' }[draft.hashed];
      return {
        id: draft.sameId && index > 0 ? `item-${index - 1}` : `item-${index}`,
        source,
        entityType,
        name,
        content: draft.content,
        relevance,
        reasons: [],
        ...(summary === undefined ? {} : { summary }),
        ...(draft.section === undefined ? {} : { section: draft.section }),
        ...(source === 'code'
          ? { metadata: { source, related: [name], ...(draft.imports ? { imports: draft.imports } : {}) } }
          : {}),
        ...(path === undefined
          ? {}
          : {
              location: {
                path,
                startLine: draft.start,
                endLine,
                ...(language === undefined ? {} : { language }),
                ...(hash === undefined ? {} : { contentHash: hash }),
              },
            }),
      };
    });
    return { items, files };
  });

const optionalText = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  hostile,
  fc.string(),
  fc.constant('# Context\n\nRead this.'),
);

/** Every option over its whole range; budgets lean to the small ones, where fitting is hard. */
export const optionsArbitrary: fc.Arbitrary<AssembleOptions> = fc.record(
  {
    maxTokens: fc.oneof(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 50_000 }),
    ),
    counter: fc.constant('o200k_base'),
    overflow: fc.constant('never' as const),
    selection: fc.constantFrom(...SELECTIONS),
    truncation: fc.constantFrom(...TRUNCATIONS),
    minRelevance: fc.constantFrom(0, 0, 0.3),
    maxItems: fc.constantFrom(1, 3, 10),
    maxItemsPerFile: fc.constantFrom(1, 2),
    maxItemShare: fc.constantFrom(0.25, 0.5, 1),
    sourceWeights: fc.constant({ experience: 3, code: 2, commit: 2, value: 1, memory: 1 }),
    deduplicate: fc.boolean(),
    pin: fc.subarray(['item-0', 'item-1', 'item-3']),
    drop: fc.subarray(['item-1', 'item-2']),
    map: fc.constantFrom(0, 0, 40, 300),
    format: fc.constantFrom(...FORMATS),
    groupBy: fc.constantFrom(...GROUPINGS),
    prose: fc.constantFrom('fenced' as const, 'fenced' as const, 'quoted' as const),
    fileHeaders: fc.boolean(),
    lineNumbers: fc.constant(false),
    scores: fc.boolean(),
    imports: fc.boolean(),
    related: fc.boolean(),
    surroundingLines: fc.constantFrom(0, 1, 3),
    citations: fc.boolean(),
    sourcesFooter: fc.boolean(),
    header: optionalText,
    footer: optionalText,
    separator: optionalText,
  },
  {
    requiredKeys: [
      'maxTokens',
      'counter',
      'overflow',
      'selection',
      'truncation',
      'minRelevance',
      'deduplicate',
      'pin',
      'drop',
      'map',
      'format',
      'groupBy',
      'prose',
      'fileHeaders',
      'lineNumbers',
      'scores',
      'imports',
      'related',
      'surroundingLines',
      'citations',
      'sourcesFooter',
      'header',
      'footer',
      'separator',
    ],
  },
);
