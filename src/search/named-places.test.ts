import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsStackTrace, namedPlaces } from './named-places.ts';

const place = (text: string) => {
  const [first] = namedPlaces(text);
  return first === undefined ? undefined : `${first.path}:${first.line}-${first.endLine}`;
};

describe('namedPlaces', () => {
  it.each([
    ['a path with a line', 'see src/store/open.ts:42 please', 'src/store/open.ts:42-42'],
    ['a range', 'lib/a.py:10-20', 'lib/a.py:10-20'],
    ['a link to lines', 'src/a.go#L3-L9', 'src/a.go:3-9'],
    ['JavaScript', '    at Object.run (/home/ann/app/src/run.js:7:13)', 'home/ann/app/src/run.js:7-7'],
    [
      'JavaScript from a file address',
      'at async main (file:///srv/app/main.mjs:3:5)',
      'srv/app/main.mjs:3-3',
    ],
    ['Python', '  File "/usr/lib/app/core.py", line 31, in handle', 'usr/lib/app/core.py:31-31'],
    ['Java', '\tat org.acme.Parser.parse(Parser.java:128)', 'Parser.java:128-128'],
    ['Go', '\t/go/src/app/router.go:55 +0x1d', 'go/src/app/router.go:55-55'],
    ['Rust', "thread 'main' panicked at src/main.rs:4:10:", 'src/main.rs:4-4'],
    ['Ruby', "lib/app/user.rb:12:in `save'", 'lib/app/user.rb:12-12'],
    ['PHP', 'Fatal error: … in /var/www/index.php on line 9', 'var/www/index.php:9-9'],
    ['C#', '   at App.Run() in C:\\work\\App\\Program.cs:line 17', 'work/App/Program.cs:17-17'],
    ['a compiler', 'src/app.ts(12,5): error TS2322', 'src/app.ts:12-12'],
    ['Next.js', 'components/meter.tsx (58:24) @ cn', 'components/meter.tsx:58-58'],
    ['a mention', 'see @src/app.ts#L3-9', 'src/app.ts:3-9'],
    ['Elixir', '    (app 0.1.0) lib/app/repo.ex:88: App.Repo.get/2', 'lib/app/repo.ex:88-88'],
    ['words', 'in parser.py, lines 5 to 8', 'parser.py:5-8'],
    ['words, the line first', 'see line 12 of src/a.ts', 'src/a.ts:12-12'],
  ])('reads %s', (_, text, expected) => expect(place(text)).toBe(expected));

  it('names each place once, in order of their first form', () => {
    expect(namedPlaces('a.ts:1 b.ts:2 a.ts:1')).toHaveLength(2);
  });

  it('finds none in prose, versions, times and addresses', () => {
    expect(namedPlaces('It works since 3.2:1 at 12:30, see http://localhost:8080.')).toEqual([]);
  });

  it('never throws and never gives a line below one or an end before its start', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '/', ':', '1', '0', '-', '#', 'L', ' ', '\n') }),
        (text) => {
          for (const { line, endLine } of namedPlaces(text)) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(endLine).toBeGreaterThanOrEqual(line);
          }
        },
      ),
    );
  });
});

describe('holdsStackTrace', () => {
  it('needs two frames', () => {
    expect(holdsStackTrace('Error: x\n    at a (b.js:1:2)')).toBe(false);
    expect(holdsStackTrace('Error: x\n    at a (b.js:1:2)\n    at c (d.js:3:4)')).toBe(true);
  });
  it('knows Python', () => {
    expect(
      holdsStackTrace('Traceback\n  File "a.py", line 1, in f\n    g()\n  File "b.py", line 2, in g'),
    ).toBe(true);
  });
});
