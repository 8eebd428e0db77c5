import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

interface ProgramPlace {
  /** Folder of the joined modules, each a CommonJS file beside the others. */
  readonly folder: string;
  /** File that holds what Node compiled of them in earlier processes of the same purpose; throws where there can be none. */
  readonly compiled: () => string;
  /** Says which modules they are: V8 itself compares no more than their lengths. */
  readonly build: string;
}

export interface Program {
  readonly load: (name: string) => unknown;
  /** Keeps what was compiled for the next process. To be called at the end, when all that is needed is compiled. */
  readonly keep: () => void;
}

/** A process compiles what it runs; the first few of a purpose show what that is, later ones rarely more. */
const PROCESSES_KEPT = 3;

interface Compiled {
  readonly processes: number;
  readonly parts: ReadonlyMap<string, Buffer>;
}

/**
 * Loads the joined modules with the code that an earlier process compiled. Node 20 offers this for single
 * scripts only, not for modules; compiling takes longer than most answers.
 */
export function openProgram({ folder, compiled, build }: ProgramPlace): Program {
  const earlier = readCompiled(compiled, build);
  const loaded = new Map<string, { readonly module: { exports: unknown }; readonly script: Script }>();
  const requireOther = createRequire(join(folder, 'program.cjs'));
  const flags = flagsOfNow();
  let complete = earlier.processes >= PROCESSES_KEPT;

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
    const requireBeside = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id));
    script.runInThisContext()(module.exports, requireBeside, module, filename, folder, importModule);
    return module.exports;
  };

  const keep = () => {
    // V8 takes compiled code only under the flags it was made with, and the next process starts as this one did.
    if (complete || !flagsOfNow().equals(flags)) return;
    const parts = new Map(earlier.parts);
    for (const [name, { script }] of loaded) parts.set(name, script.createCachedData());
    writeCompiled(compiled, build, { processes: earlier.processes + 1, parts });
  };
  return { load, keep };
}

/** Stands for the flags of V8, which anybody may change on the way. */
function flagsOfNow(): Buffer {
  return new Script('0').createCachedData();
}

/** `import()` of the joined modules; the build puts it in its place. Code that was compiled before has none of its own. */
const importModule = (id: string): Promise<unknown> => import(id);

/** The file: a line of JSON that says where each part lies, then the parts. */
function readCompiled(path: () => string, build: string): Compiled {
  try {
    const bytes = readFileSync(path());
    const start = bytes.indexOf('\n') + 1;
    const head: Head = JSON.parse(bytes.toString('latin1', 0, start));
    // V8 runs what it is given and hangs on a flipped bit.
    if (head.build === build && head.checksum === crc32(bytes.subarray(start))) {
      const parts = head.parts.map(([name, from, to]): [string, Buffer] => [
        name,
        bytes.subarray(start + from, start + to),
      ]);
      return { processes: head.processes, parts: new Map(parts) };
    }
  } catch (error) {
    // Nothing kept yet, or not by us: it is made again.
    if (!(error instanceof Error)) throw error;
  }
  return { processes: 0, parts: new Map() };
}

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
    mkdirSync(dirname(path), { recursive: true });
    // Nobody may ever see it half written: V8 runs what it is given. Other processes and threads read and write it meanwhile,
    // and the machine may stop.
    const own = `${path}.${process.pid}-${threadId}`;
    writeFileSync(own, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data]), {
      flush: true,
    });
    renameSync(own, path);
  } catch (error) {
    // Where nothing can be kept, every process compiles for itself, as without all this.
    if (!(error instanceof Error)) throw error;
  }
}
