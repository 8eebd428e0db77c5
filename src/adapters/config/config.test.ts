import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoot } from './find-root.ts';
import { readConfigFile } from './read-config-file.ts';
import { defaultStorePath, fileNameOf, projectNameOf } from './store-path.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-config-'));

describe('findRoot', () => {
  it('finds the nearest folder with settings or a repository', () => {
    mkdirSync(join(folder, 'a/.git'), { recursive: true });
    mkdirSync(join(folder, 'a/b/c'), { recursive: true });
    expect(findRoot(join(folder, 'a/b/c'))).toBe(join(folder, 'a'));
    writeFileSync(join(folder, 'a/b/dossier.config.json'), '{}');
    expect(findRoot(join(folder, 'a/b/c'))).toBe(join(folder, 'a/b'));
  });
});

describe('readConfigFile', () => {
  it('is undefined when absent, unless asked for by name', () => {
    expect(readConfigFile(join(folder, 'none.json'), { required: false })).toBeUndefined();
    expect(() => readConfigFile(join(folder, 'none.json'), { required: true })).toThrow(
      /none\.json.*--config/,
    );
  });

  it('names the file that is not JSON', () => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, '{');
    expect(() => readConfigFile(path, { required: false })).toThrow(/bad\.json is not JSON/);
  });
});

describe('the default store', () => {
  it('lies in the cache folder of the platform under a name of its own', () => {
    expect(projectNameOf('/x/my app')).toMatch(/^my-app-[0-9a-f]{8}$/);
    expect(projectNameOf('/x/app')).not.toBe(projectNameOf('/y/app'));
    expect(defaultStorePath('p', { XDG_CACHE_HOME: '/c' }, 'linux')).toBe('/c/dossier/p.sqlite');
    expect(defaultStorePath('p', {}, 'darwin')).toMatch(/Library\/Caches\/dossier\/p\.sqlite$/);
    expect(defaultStorePath('p', { LOCALAPPDATA: '/l' }, 'win32')).toBe('/l/dossier/p.sqlite');
    expect(defaultStorePath('p', {}, 'linux')).toMatch(/\.cache\/dossier\/p\.sqlite$/);
  });
});

describe('the files of a project', () => {
  it('stay in their folder whatever the project is called', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', '\0') })),
        (name) => {
          expect(fileNameOf(name)).toMatch(/^[\w-][\w.-]*$/);
        },
      ),
    );
    expect(defaultStorePath('../../.ssh/x', { XDG_CACHE_HOME: '/c' }, 'linux')).toMatch(
      /^\/c\/dossier\/[\w-]+\.sqlite$/,
    );
  });

  it('keep a plain name, and differ where names do', () => {
    expect(fileNameOf('app-1f3a9c02')).toBe('app-1f3a9c02');
    expect(fileNameOf('a/b')).not.toBe(fileNameOf('a\\b'));
  });
});
