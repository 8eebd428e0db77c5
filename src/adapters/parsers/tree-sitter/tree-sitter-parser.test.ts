import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTreeSitterParser } from './tree-sitter-parser.ts';

/** Random sources; `DOSSIER_PROPERTY_RUNS=20000` for a long run. */
const RUNS = Number(process.env['DOSSIER_PROPERTY_RUNS'] ?? 300);

const parser = createTreeSitterParser();

/** `start-end type qualifiedName`, the form the expectations are written in. */
async function outline(path: string, text: string): Promise<string[]> {
  const { units } = await parser.parse(path, text);
  return units.map((unit) => `${unit.startLine}-${unit.endLine} ${unit.entityType} ${unit.qualifiedName}`);
}

describe('TypeScript', () => {
  test('functions, arrow functions, classes, fields, types and namespaces are units', async () => {
    const text = [
      "import { a } from './a.js';",
      '',
      '/** Adds. */',
      'export function add(x: number): number {',
      '  return a(x);',
      '}',
      '',
      'export const twice = (x: number) => add(x) * 2;',
      '',
      '@sealed',
      'export class Box<T> extends Base implements Holder<T> {',
      '  readonly size = 1;',
      '  handler = () => {};',
      '  /** Opens. */',
      '  @logged()',
      '  open(): T {',
      '    return this.inner();',
      '  }',
      '}',
      'interface Holder<T> { value: T }',
      'type Pair = [number, number];',
      'enum Color { Red }',
      'namespace Shapes { export function area() {} }',
    ].join('\n');
    expect(await outline('x.ts', text)).toEqual([
      '3-6 function add',
      '8-8 function twice',
      '10-19 class Box',
      '12-12 property Box.size',
      '13-13 method Box.handler',
      '14-18 method Box.open',
      '20-20 interface Holder',
      '21-21 type Pair',
      '22-22 enum Color',
      '23-23 namespace Shapes',
      '23-23 function Shapes.area',
    ]);
  });

  test('a unit carries its signature, doc comment, export and the lines of both', async () => {
    const text =
      '/**\n * Reads it.\n */\nexport async function read(\n  path: string,\n): Promise<string> {\n  return path;\n}\n';
    const [unit] = (await parser.parse('x.ts', text)).units;
    expect(unit).toMatchObject({
      startLine: 1,
      definitionLine: 4,
      signatureEndLine: 6,
      endLine: 8,
      docComment: 'Reads it.',
      exported: true,
      signature: 'export async function read(\n  path: string,\n): Promise<string>',
    });
  });

  test('default exports, re-exports and names exported at the end are seen', async () => {
    const text =
      "export default function () {}\nexport { b } from './b.js';\nexport * from './c.js';\nfunction late() {}\nexport { late };\n";
    const parsed = await parser.parse('x.ts', text);
    expect(parsed.units.map((unit) => [unit.name, unit.exported])).toEqual([
      ['default', true],
      ['late', true],
    ]);
    expect(parsed.imports.map(({ module, names }) => [module, names])).toEqual([
      ['./b.js', ['b']],
      ['./c.js', []],
    ]);
  });

  test('calls, base classes and types are references of the unit around them', async () => {
    const text =
      'class Car extends Base implements Drivable {\n  go(road: Road) { run(road); this.stop(); new Engine(); }\n}\n';
    const { references, units } = await parser.parse('x.ts', text);
    expect(references.map((ref) => `${units[ref.from ?? -1]?.name} ${ref.kind} ${ref.name}`).sort()).toEqual([
      'Car extends Base',
      'Car implements Drivable',
      'go calls Engine',
      'go calls run',
      'go calls stop',
      'go references Road',
    ]);
  });
});

describe('JavaScript', () => {
  test('CommonJS exports, prototype methods and object-literal methods are units', async () => {
    const text = [
      "const fs = require('fs');",
      '',
      '/**',
      ' * Starts.',
      ' */',
      '',
      'app.start = function start() {};',
      'Router.prototype.use = function (fn) {};',
      'exports.parse = (text) => text;',
      'const api = {',
      '  get(id) {},',
      '  put: async (id) => {},',
      '};',
      'module.exports = { api };',
    ].join('\n');
    expect(await outline('x.js', text)).toEqual([
      '3-7 method app.start',
      '8-8 method Router.use',
      '9-9 function parse',
      '10-13 variable api',
      '11-11 method api.get',
      '12-12 method api.put',
      '14-14 variable module.exports',
    ]);
    expect((await parser.parse('x.js', text)).imports).toEqual([{ module: 'fs', names: [], line: 1 }]);
  });
});

describe('limits', () => {
  test('deep nesting, very long lines and a broken text are read without an error', async () => {
    const deep = 'f('.repeat(20_000) + ')'.repeat(20_000);
    expect((await parser.parse('deep.ts', deep)).language).toBe('typescript');
    const blocks = `function a() ${'{'.repeat(1000)}${'}'.repeat(1000)}`;
    expect((await parser.parse('blocks.js', blocks)).units[0]?.name).toBe('a');
    const long = await parser.parse('long.js', `var a = "${'x'.repeat(200_000)}";`);
    expect(long).toMatchObject({ units: [], approximate: true });
    expect((await parser.parse('x.go', 'func ( {')).approximate).toBe(true);
  });

  test('a text in which a grammar takes ever more memory is read by its lines, and the next is parsed', async () => {
    const lost = await parser.parse('lost.java', 'a<b\n'.repeat(15_000));
    expect(lost).toMatchObject({ language: 'java', approximate: true });
    expect((await parser.parse('A.java', 'class A { void f() {} }')).units.map(({ name }) => name)).toEqual([
      'A',
      'f',
    ]);
  });

  test(
    'any text in any language gives units whose lines lie in the file, and never throws',
    async () => {
      const names = [
        'a.ts',
        'a.py',
        'a.go',
        'a.rs',
        'a.md',
        'a.rst',
        'a.json',
        'a.yaml',
        'a.toml',
        'a.vue',
        'a.sql',
        'a',
      ];
      const source = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(
            fc.constantFrom(
              'def f():',
              '# a',
              '{',
              '}',
              '"k": 1',
              'class A',
              '<script>',
              '/*',
              '\n',
              '\r\n',
              ' ',
              '"""',
              'k:',
              '---',
            ),
          )
          .map((parts) => parts.join('')),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), source, async (path, text) => {
          const { units } = await parser.parse(path, text);
          const lineCount = text.split('\n').length;
          for (const unit of units) {
            expect(unit.startLine).toBeGreaterThanOrEqual(1);
            expect(unit.startLine).toBeLessThanOrEqual(unit.definitionLine);
            expect(unit.definitionLine).toBeLessThanOrEqual(unit.signatureEndLine);
            expect(unit.signatureEndLine).toBeLessThanOrEqual(unit.endLine);
            expect(unit.endLine).toBeLessThanOrEqual(lineCount);
          }
        }),
        { numRuns: RUNS },
      );
    },
    120_000 + RUNS * 100,
  );
});
