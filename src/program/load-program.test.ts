import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgram } from './load-program.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-program-'));
  writeFileSync(
    join(folder, 'first.cjs'),
    "const second = require('./second.cjs'); const { sep } = require('node:path'); exports.greet = () => second.word + sep; exports.late = async () => (await Promise.resolve().then(() => require('./late.cjs'))).word;",
  );
  writeFileSync(
    join(folder, 'second.cjs'),
    "exports.word = 'hello'; exports.first = require('./first.cjs');",
  );
  writeFileSync(join(folder, 'late.cjs'), "exports.word = 'late'; exports.url = __filename;");
});
afterEach(() => rmSync(folder, { recursive: true }));

interface First {
  readonly greet: () => string;
  readonly late: () => Promise<string>;
}
/** What a process does: load, run, keep. */
function runOnce(build = 'a', compiled = join(folder, 'cache/compiled')): string {
  const program = openProgram({ folder, compiled: () => compiled, build });
  const said = (program.load('first.cjs') as First).greet();
  program.save();
  return said;
}
const kept = () => readFileSync(join(folder, 'cache/compiled'));

describe('the joined modules', () => {
  it('require one another, in a circle too, and what Node has', () => {
    expect(runOnce()).toMatch(/^hello[/\\]$/);
  });

  it('are loaded once each, also those that are asked for later', async () => {
    const program = openProgram({ folder, compiled: () => join(folder, 'compiled'), build: 'a' });
    const first = program.load('first.cjs') as First;
    expect(program.load('first.cjs')).toBe(first);
    expect(await first.late()).toBe('late');
  });
});

describe("Node's slower modules", () => {
  const loaded = (code: string) => {
    writeFileSync(join(folder, 'slow.cjs'), code);
    return openProgram({ folder, compiled: () => join(folder, 'compiled'), build: 'a' }).load('slow.cjs');
  };

  it('are there when something of them is used', () => {
    const code =
      "const { createHash } = require('node:crypto'); exports.length = createHash('md5').digest().length";
    expect(loaded(code)).toEqual({ length: 16 });
  });
  it('are never mistaken for empty', () => {
    expect(() => loaded("exports.all = { ...require('node:crypto') }")).toThrow('imported by name');
  });
});

describe('what was compiled', () => {
  it('is kept by the first processes and left alone by later ones', () => {
    const files = Array.from({ length: 5 }, () => {
      runOnce();
      return kept();
    });
    expect(files[0]?.includes('"processes":1')).toBe(true);
    expect(files[2]?.equals(files[3] ?? Buffer.of())).toBe(true);
    expect(files[4]?.includes('"processes":3')).toBe(true);
  });

  it('grows when a process needs more', async () => {
    for (let run = 0; run < 4; run++) runOnce();
    const before = kept();
    const program = openProgram({ folder, compiled: () => join(folder, 'cache/compiled'), build: 'a' });
    await (program.load('first.cjs') as First).late();
    program.save();
    expect(before.includes('late.cjs')).toBe(false);
    expect(kept().includes('late.cjs')).toBe(true);
  });

  it('is not used for another build of the same length', () => {
    for (let run = 0; run < 4; run++) runOnce();
    writeFileSync(
      join(folder, 'second.cjs'),
      "exports.word = 'HELLO'; exports.first = require('./first.cjs');",
    );
    expect(runOnce('b')).toMatch(/^HELLO/);
  });

  it('is made again when it cannot be read, whatever is in the file', () => {
    mkdirSync(join(folder, 'cache'));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
        writeFileSync(join(folder, 'cache/compiled'), bytes);
        expect(runOnce()).toMatch(/^hello/);
        expect(kept().includes('"build":"a"')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('can import modules, also in processes that run what was kept', async () => {
    writeFileSync(
      join(folder, 'second.cjs'),
      "exports.word = 'hello'; exports.os = () => importModule('node:os');",
    );
    for (let run = 0; run < 3; run++) {
      runOnce();
      const program = openProgram({ folder, compiled: () => join(folder, 'cache/compiled'), build: 'a' });
      const second = program.load('second.cjs') as { readonly os: () => Promise<{ readonly EOL: string }> };
      expect((await second.os()).EOL).toMatch(/\n$/);
    }
  });

  it('is not run with a single bit changed', () => {
    runOnce();
    const whole = kept();
    const start = whole.indexOf('\n') + 1;
    fc.assert(
      fc.property(fc.nat(whole.length - start - 1), fc.nat(7), (at, bit) => {
        const damaged = Buffer.from(whole);
        damaged[start + at] = (whole[start + at] ?? 0) ^ (1 << bit);
        writeFileSync(join(folder, 'cache/compiled'), damaged);
        expect(runOnce()).toMatch(/^hello/);
        expect(kept().includes('"processes":1')).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is not kept when the flags of V8 have changed, under which the next process would refuse it', () => {
    writeFileSync(
      join(folder, 'second.cjs'),
      "require('node:v8').setFlagsFromString('--stack-size=900'); exports.word = 'hello';",
    );
    expect(runOnce()).toMatch(/^hello/);
    setFlagsFromString('--stack-size=984');
    expect(existsSync(join(folder, 'cache/compiled'))).toBe(false);
  });

  it.skipIf(process.getuid === undefined)(
    'is for this user alone, and not run when others could have written it',
    () => {
      const mode = (path: string) => statSync(join(folder, path)).mode & 0o777;
      const used = () => {
        // Of the same length, which is all that V8 compares: what is kept still says hello.
        writeFileSync(
          join(folder, 'second.cjs'),
          "exports.word = 'HELLO'; exports.first = require('./first.cjs');",
        );
        return runOnce();
      };
      runOnce();
      expect([mode('cache'), mode('cache/compiled')]).toEqual([0o700, 0o600]);
      expect(used()).toMatch(/^hello/);
      chmodSync(join(folder, 'cache/compiled'), 0o666);
      expect(used()).toMatch(/^HELLO/);
      chmodSync(join(folder, 'cache'), 0o777);
      expect(used()).toMatch(/^HELLO/);
      // Kept again where only this user can write.
      expect([mode('cache'), mode('cache/compiled')]).toEqual([0o700, 0o600]);
    },
  );

  it('may have no place at all', () => {
    const compiled = () => {
      throw new Error('no home');
    };
    const program = openProgram({ folder, compiled, build: 'a' });
    expect((program.load('first.cjs') as First).greet()).toMatch(/^hello/);
    program.save();
  });

  it('may be impossible to keep', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(runOnce('a', join(folder, 'file/compiled'))).toMatch(/^hello/);
    expect(existsSync(join(folder, 'file/compiled'))).toBe(false);
  });
});
