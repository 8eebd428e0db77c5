import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

const weightOf = (text: string, term: string) =>
  parseQuery(text).terms.find((each) => each.term === term)?.weight;

describe('the kind of a query', () => {
  it.each([
    ['symbol', 'parseQuery'],
    ['symbol', 'Store.open'],
    ['path', 'src/store/open.ts'],
    ['path', 'open.ts:12'],
    ['question', 'How are retries decided?'],
    ['question', 'where is the session closed'],
    ['error', 'TypeError cannot read properties of undefined'],
    ['keywords', 'template view lookup'],
    ['trace', 'Error: no\n    at run (src/a.js:1:2)\n    at main (src/b.js:3:4)'],
    ['issue', `Upload fails\n\n${'It stops after the first part of a large file. '.repeat(10)}`],
  ] as const)('%s: %s', (kind, text) => expect(parseQuery(text).kind).toBe(kind));
});

describe('symbols', () => {
  it('are words that look like code, calls, and what stands in backticks', () => {
    const { symbols } = parseQuery('Why does HttpClient call retry_later and close() when `limit` is set?');
    expect(symbols).toEqual(['HttpClient', 'retry_later', 'close', 'limit']);
  });
  it('keep their qualifier', () =>
    expect(parseQuery('is Store.open called twice').symbols).toEqual(['Store.open']));
  it('does not take the kind of a commit for a call', () =>
    expect(parseQuery('fix(parser): closeIdle ends too soon').symbols).toEqual(['closeIdle']));
  it('do not include plain words or abbreviations', () => {
    expect(parseQuery('some words, e.g. plain ones, i.e. these').symbols).toEqual([]);
  });
  it('are usual words written as names inside of a sentence', () => {
    expect(parseQuery('how does Once run its function').symbols).toEqual(['Once']);
    expect(parseQuery('what is the difference of With and Of').symbols).toEqual(['With', 'Of']);
    expect(parseQuery('Once it is closed. With this the Browser hangs').symbols).toEqual([]);
    expect(parseQuery('Get Rid Of It').symbols).toEqual([]);
  });
  it('are not taken from code blocks and folded sections, which show the reporter’s program and machine', () => {
    expect(parseQuery('It fails:\n```\nmyOwnCode()\n```\n').symbols).toEqual([]);
    expect(parseQuery('It fails:\n<details>\nnetCDF4: yes\n</details>\n').symbols).toEqual([]);
  });
  it('are the query itself when it is one plain word', () =>
    expect(parseQuery('session').symbols).toEqual(['session']));
});

describe('terms', () => {
  it('said often count more, up to a cap', () => {
    expect(weightOf('widget widget', 'widget')).toBe(2);
    expect(weightOf('widget '.repeat(50), 'widget')).toBe(3);
  });
  it('of the first line of a long text count double, those of code blocks half', () => {
    const text = `Broken pagination\n${'Nothing else is said here. '.repeat(20)}\n\`\`\`\nwidget\n\`\`\``;
    expect(weightOf(text, 'pagination')).toBe(2);
    expect(weightOf(text, 'widget')).toBe(0.5);
  });
  it('that are only pasted count at most once, in code blocks and in folded sections', () => {
    const prose = 'Nothing else is said here. '.repeat(20);
    const pasted =
      '\n```\nwidget widget widget\n```\n<details><summary>Versions</summary>\ngadget gadget gadget\n</details>\n';
    expect(weightOf(`Broken pagination\n${prose}${pasted}`, 'widget')).toBe(1);
    expect(weightOf(`Broken pagination\n${prose}${pasted}`, 'gadget')).toBe(1);
    expect(weightOf(`Broken pagination\n${prose}${pasted}the widget`, 'widget')).toBe(1);
    expect(weightOf(`Broken widget\n${prose}${pasted}`, 'widget')).toBe(2);
    expect(weightOf(`Broken pagination\n${prose}<details>\ngadget`, 'gadget')).toBe(0.5);
  });
  it.each(['## Title:\n\nBroken pagination', '**Title: Broken pagination**', '# Title\nBroken pagination'])(
    'of the title count double below a heading that says so: %j',
    (title) => {
      expect(weightOf(`${title}\n${'Nothing else is said here. '.repeat(20)}`, 'pagination')).toBe(2);
    },
  );
  it('keep a version that is all there is to go by', () => {
    for (const text of ['Support Swift version 6.2.1', 'upgrade Node 20.1']) {
      expect(parseQuery(text).text).toBe(text);
    }
  });
  it('leave out what reports carry along: comments to the reporter, addresses, versions', () => {
    const { terms } = parseQuery(
      'Crash <!-- please fill in --> see https://example.org/issues/12\nnumpy: 1.19.2\n',
    );
    expect(terms.map(({ term }) => term)).toEqual(['crash']);
  });
});

describe('addresses', () => {
  it.each([
    [
      'https://github.com/a/b/blob/main/src/store/open.ts#L12-L20',
      [{ path: 'src/store/open.ts', line: 12, endLine: 20 }],
    ],
    [
      'https://gitlab.com/a/b/-/blob/1f3c9d/src/open.py#L7-9).',
      [{ path: 'src/open.py', line: 7, endLine: 9 }],
    ],
    [
      'https://codeberg.org/a/b/src/branch/main/src/open.rs#L3',
      [{ path: 'src/open.rs', line: 3, endLine: 3 }],
    ],
    ['https://github.com/a/b/blob/main/src/open.ts', []],
  ])('of a file name it: %s', (address, places) => {
    const query = parseQuery(`The store stays locked, see ${address}`);
    expect(query.places).toEqual(places);
    expect(query.paths[0]).toMatch(/^src\/(?:store\/)?open\.\w+$/);
  });
  it('end in a word that is searched for, and the rest is not', () => {
    const terms = (text: string) => parseQuery(text).terms.map(({ term }) => term);
    expect(terms('Suppress https://rules.example/bugpattern/Finalize warnings')).toContain('finalize');
    expect(terms('see [here](https://docs.example/guide/lock-files.html#top)')).toEqual(
      expect.arrayContaining(['lock', 'files']),
    );
    for (const address of [
      'https://example.org/',
      'https://example.org/a/b/issues/9',
      'http://x.example/9f3c2d1e',
    ])
      expect(terms(`crash ${address}`)).toEqual(['crash']);
  });
});

describe('files', () => {
  it.each([
    ['make the header in @src/parts/header.tsx red', 'src/parts/header.tsx'],
    ['clean up @header.tsx', 'header.tsx'],
    ['why is src\\parts\\header.tsx so slow', 'src/parts/header.tsx'],
    ['open C:\\work\\app\\main.cs', 'work/app/main.cs'],
  ])('are named as agents and Windows write them: %s', (text, path) =>
    expect(parseQuery(text).paths).toContain(path),
  );
  it('are no packages', () => expect(parseQuery('update @scope/name').paths).toEqual(['@scope/name']));
});

describe('talk', () => {
  it('is not searched for', () => {
    const { terms } = parseQuery('hey, awesome! now I want the footer to be white, we also need a logo');
    expect(terms.map(({ term }) => term).sort()).toEqual(['footer', 'logo', 'white']);
  });
});

describe('roles', () => {
  it('are asked for by word', () => {
    expect([...parseQuery('tests of the parser').roles]).toEqual(['test']);
    expect([...parseQuery('readme and docs').roles]).toEqual(['document']);
    expect([...parseQuery('types of the request options').roles]).toEqual(['declaration']);
  });
  it.each([
    ['tests of the parser', 'test'],
    ['show me all unit tests for parseQuery', 'test'],
    ['where is the parser tested?', 'test'],
    ['examples of a custom reporter', 'example'],
    ['docs on retries', 'document'],
    ['how are retries documented', 'document'],
    ['fix unit test for trailing line feeds', undefined],
    ['how does the runner collect tests', undefined],
    ['tests of the parser fail\nsince yesterday', undefined],
  ])('are the answer where that is sought: %s', (text, role) => {
    expect(parseQuery(text).wanted).toBe(role);
  });
  it('are not asked for by a long text that happens to say the word', () => {
    expect([...parseQuery(`Title\n${'my tests fail '.repeat(40)}`).roles]).toEqual([]);
  });
});

it.each([
  ['what happens when a user logs out', 'logout'],
  ['where do requests time out', 'timeout'],
  ['Setting up the store', 'setup'],
  ['the log-in form', 'login'],
])('a verb and its particle are looked up as the one word code makes of them: %s', (text, compound) => {
  expect(parseQuery(text).compounds).toContain(compound);
});

it('a hyphenated name is looked up as the one name code makes of it', () => {
  const { compounds } = parseQuery('--collect-only needs a shortcut, as has read-only');
  expect(compounds).toEqual(expect.arrayContaining(['collectonly', 'collect_only', 'readonly', 'read_only']));
});

it('any text is understood: no error, weights above zero and at most the cap', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000, unit: 'grapheme' }), (text) => {
      for (const { weight } of parseQuery(text).terms) {
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(3);
      }
    }),
  );
});

it('takes time in proportion to the length, also for hostile texts', () => {
  for (const text of [
    'a/'.repeat(50_000),
    '`'.repeat(100_000),
    'a.'.repeat(50_000),
    '<!--'.repeat(25_000),
    ' '.repeat(200_000),
    'https://a/blob/'.repeat(10_000),
    `https://a/${'b-/'.repeat(50_000)}`,
    'a-'.repeat(50_000),
  ]) {
    const started = process.cpuUsage();
    parseQuery(text);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
  }
});

it('writes neighbouring words as one name would be written, within a phrase', () => {
  expect(parseQuery('the --setup-plan option, in short').compounds).toEqual(
    expect.arrayContaining(['setupplan', 'setup_plan', 'planoption']),
  );
  expect(parseQuery('setup, plan').compounds).not.toContain('setupplan');
});
