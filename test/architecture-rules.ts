/** A source file: its path below src/ and its text. */
export interface Module {
  readonly path: string;
  readonly text: string;
}

const STEPS = ['ingest', 'retrieval', 'knowledge', 'conversation', 'assembly'];
const PURE = new Set(['core', ...STEPS, 'engine', 'operations']);

/** Which top-level parts of src/ a part may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  ...Object.fromEntries(STEPS.map((step) => [step, ['core']])),
  adapters: ['core'],
  engine: ['core', ...STEPS],
  operations: ['core', 'engine'],
  interfaces: ['core', 'operations', 'engine'],
  'prepare-worker.ts': ['core', 'ingest', 'engine', 'adapters'],
  'embed-worker.ts': ['core', 'adapters'],
  'open-engine.ts': ['core', 'engine', 'adapters'],
  'index.ts': ['core', 'engine', 'operations', 'open-engine.ts'],
  commands: ['core', 'engine', 'open-engine.ts', 'operations', 'interfaces'],
  'command-line.ts': ['core', 'engine', 'open-engine.ts', 'operations', 'interfaces', 'commands'],
  'load-program.ts': [],
  'own-program.ts': ['adapters', 'load-program.ts'],
  'prepare-thread.ts': ['own-program.ts'],
  'main.ts': ['adapters', 'own-program.ts', 'commands', 'command-line.ts'],
};

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** The ways a module breaks the dependency rule, as sentences. */
export function violationsOf(module: Module): string[] {
  const part = partOf(module.path);
  const code = module.text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  const found: string[] = [];
  for (const match of code.matchAll(IMPORT)) {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    const problem = target.startsWith('.')
      ? relativeProblem(module.path, target)
      : packageProblem(part, target);
    if (problem !== undefined) found.push(`${module.path} imports ${target}: ${problem}`);
  }
  if (PURE.has(part)) {
    for (const [pattern, what] of IMPURE) if (pattern.test(code)) found.push(`${module.path} ${what}`);
  }
  if (/^\s*export \*/m.test(code)) found.push(`${module.path} exports everything of another module`);
  return found;
}

const IMPURE: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\(\)|new Date\(\)/, 'reads the clock: take `now` as an input'],
  [/\bprocess\.(env|cwd|argv|stdout|stderr)\b/, 'reads the process: take it through a port'],
  [/\bMath\.random\(\)/, 'is not deterministic: take randomness as an input'],
];

function partOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function packageProblem(part: string, target: string): string | undefined {
  if (!PURE.has(part) || target === 'zod') return undefined;
  return target.startsWith('node:') ? 'pure folders do no IO' : 'pure folders use no package but zod';
}

function relativeProblem(from: string, target: string): string | undefined {
  const segments = from.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  const [part = '', second = ''] = segments;
  const own = partOf(from);
  if (part === own) {
    const crossesInterface = own === 'interfaces' && second !== from.split('/')[1] && second.indexOf('.') < 0;
    return crossesInterface ? 'interfaces do not know each other' : undefined;
  }
  return MAY_IMPORT[own]?.includes(part) ? undefined : `${own} may not import ${part}`;
}
