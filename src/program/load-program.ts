import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

interface ProgramPlace {
  /** Folder of the bundled modules, CommonJS files side by side. */
  readonly folder: string;
  /** File that caches what earlier processes of the same purpose compiled; throws if there can be none. */
  readonly compiled: () => string;
  /** Identifies the modules: V8 itself compares only their lengths. */
  readonly build: string;
}

export interface Program {
  readonly load: (name: string) => unknown;
  /** Writes the compiled code for the next process. Call it last, when everything needed is compiled. */
  readonly save: () => void;
}

/** A process compiles only what it runs; after this many processes of a purpose little is added. */
const PROCESSES_CACHED = 3;

interface Compiled {
  readonly processes: number;
  readonly parts: ReadonlyMap<string, Buffer>;
}

/**
 * Loads the bundled modules with the code that earlier processes compiled, because compiling takes longer
 * than most answers. Node 20 caches compiled code for scripts only, not for modules.
 */
export function openProgram({ folder, compiled, build }: ProgramPlace): Program {
  const earlier = readCompiled(compiled, build);
  const loaded = new Map<string, { readonly module: { exports: unknown }; readonly script: Script }>();
  const requireOther = createRequire(join(folder, 'program.cjs'));
  const flags = currentFlags();
  let complete = earlier.processes >= PROCESSES_CACHED;

  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.module.exports;
    const filename = join(folder, name);
    const source = `(function (exports, require, module, __filename, __dirname, importModule) {${readFileSync(filename, 'utf8')}\n})`;
    const cachedData = earlier.parts.get(name);
    const script = new Script(source, {
      filename,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected) complete = false;
    const module = { exports: {} };
    loaded.set(name, { module, script });
    const requireBeside = (id: string) => {
      if (id.startsWith('./')) return load(id.slice(2));
      return LOADED_LATE.has(id) ? loadedLate(() => requireOther(id)) : requireOther(id);
    };
    script.runInThisContext()(module.exports, requireBeside, module, filename, folder, importModule);
    return module.exports;
  };

  const save = () => {
    // V8 accepts compiled code only under the flags it was made with, and the next process starts with these.
    if (complete || !currentFlags().equals(flags)) return;
    const parts = new Map(earlier.parts);
    for (const [name, { script }] of loaded) parts.set(name, script.createCachedData());
    writeCompiled(compiled, build, { processes: earlier.processes + 1, parts });
  };
  return { load, save };
}

/** Node's own modules that take a millisecond or more to load and that most questions never use. */
const LOADED_LATE = new Set([
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:net',
  'node:worker_threads',
]);

/** A module that is loaded when one of its exports is first read by name; its names cannot be listed. */
function loadedLate(load: () => object): object {
  const refuse = () => {
    throw new TypeError('A module that is loaded late must be imported by name.');
  };
  return new Proxy({}, { get: (_, name) => Reflect.get(load(), name), ownKeys: refuse });
}

/** Changes with the flags of V8, which any code may set at run time. */
function currentFlags(): Buffer {
  return new Script('0').createCachedData();
}

/** The build replaces `import()` in the bundled modules by this: cached code has no `import()` of its own. */
const importModule = (id: string): Promise<unknown> => import(id);

/** A line of JSON with the offsets of the parts, then the parts. */
function readCompiled(path: () => string, build: string): Compiled {
  try {
    const place = path();
    if (!isOwn(place) || !isOwn(dirname(place))) return NOTHING;
    const bytes = readFileSync(place);
    const start = bytes.indexOf('\n') + 1;
    const head: Head = JSON.parse(bytes.toString('latin1', 0, start));
    // V8 does not verify cached code and hangs on a flipped bit.
    if (head.build === build && head.checksum === crc32(bytes.subarray(start))) {
      const parts = head.parts.map(([name, from, to]): [string, Buffer] => [
        name,
        bytes.subarray(start + from, start + to),
      ]);
      return { processes: head.processes, parts: new Map(parts) };
    }
  } catch (error) {
    // No cache yet, or none that can be read: compile again.
    if (!(error instanceof Error)) throw error;
  }
  return NOTHING;
}

const NOTHING: Compiled = { processes: 0, parts: new Map() };

/** Whether nobody else could have written it: V8 runs compiled code as it is, whatever the source says. */
function isOwn(path: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return true;
  const { uid, mode } = lstatSync(path);
  return uid === user && (mode & OTHERS_WRITE) === 0;
}
const OTHERS_WRITE = 0o022;

interface Head {
  readonly build: string;
  readonly checksum: number;
  readonly processes: number;
  readonly parts: readonly (readonly [name: string, from: number, to: number])[];
}

function writeCompiled(place: () => string, build: string, { processes, parts }: Compiled): void {
  let end = 0;
  const places = [...parts].map(([name, bytes]): [string, number, number] => {
    end += bytes.length;
    return [name, end - bytes.length, end];
  });
  const data = Buffer.concat([...parts.values()]);
  const head: Head = { build, checksum: crc32(data), processes, parts: places };
  try {
    const path = place();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (!isOwn(dirname(path))) chmodSync(dirname(path), 0o700);
    // Written to a temporary file and renamed, so that no process reads a partial one.
    // Threads of a process write too.
    const own = `${path}.${process.pid}-${process.hrtime.bigint()}`;
    writeFileSync(own, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data]), {
      flush: true,
      mode: 0o600,
    });
    renameSync(own, path);
  } catch (error) {
    // Without a writable cache folder every process compiles for itself.
    if (!(error instanceof Error)) throw error;
  }
}
