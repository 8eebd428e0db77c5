/** A source file: its path below src/ and its text. */
export interface Module {
  readonly path: string;
  readonly text: string;
}

/** The rooms of src/ in the order of the data: each may import the rooms to its left. */
const ROOMS = [
  'core',
  'assembly',
  'indexing',
  'sessions',
  'search',
  'context',
  'knowledge',
  'conversation',
  'operations',
  'interfaces',
  'program',
] as const;

/** Rooms that do no IO, read no clock and use no package but zod. */
const PURE = new Set<string>(ROOMS.slice(0, ROOMS.indexOf('operations') + 1));

/** What stands beside the rooms: adapters implement core's ports; only `open-engine.ts` and the program name them. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  adapters: ['core'],
  'open-engine.ts': ['core', 'adapters'],
  library: ['core', 'operations'],
  'index.ts': ['core', 'operations', 'library', 'open-engine.ts'],
};

/** What the process adds to the rooms: it opens the engine, and its threads use adapters directly. */
const FOR_PROGRAM = ['open-engine.ts', 'adapters'];

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
  return mayImport(own, part) ? undefined : `${own} may not import ${part}`;
}

function mayImport(own: string, other: string): boolean {
  if (own in BESIDE) return BESIDE[own]?.includes(other) ?? false;
  if (own === 'program' && FOR_PROGRAM.includes(other)) return true;
  const place = (room: string) => (ROOMS as readonly string[]).indexOf(room);
  return place(other) >= 0 && place(other) < place(own);
}
