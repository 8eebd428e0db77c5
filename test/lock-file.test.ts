import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const PLATFORMS = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'win32', cpu: 'arm64' },
];

const Entry = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  dev: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});
type Entry = z.infer<typeof Entry>;
type Packages = Readonly<Record<string, Entry>>;

const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

it('locks every optional package, also those of other platforms', () => {
  expect(missingPackages(packages)).toEqual([]);
});

it('notices a missing platform package', () => {
  const { 'node_modules/@biomejs/cli-darwin-arm64': removed, ...others } = packages;
  expect(removed).toBeDefined();
  expect(missingPackages(others)).toEqual(['@biomejs/biome: @biomejs/cli-darwin-arm64']);
});

it('has the native parts of every package for each platform', () => {
  expect(missingPlatforms(packages)).toEqual([]);
});

it('notices a package that does not come for a platform', () => {
  const { '@rolldown/binding-win32-arm64-msvc': removed, ...optionalDependencies } =
    packages['node_modules/rolldown']!.optionalDependencies;
  expect(removed).toBeDefined();
  const without = {
    ...packages,
    'node_modules/rolldown': { ...packages['node_modules/rolldown']!, optionalDependencies },
  };
  expect(missingPlatforms(without)).toEqual(['rolldown: win32-arm64']);
});

it('has the SQLite driver for each platform', () => {
  const folder = 'node_modules/@photostructure/sqlite/prebuilds';
  const missing = PLATFORMS.filter(({ os, cpu }) => !existsSync(`${folder}/${os}-${cpu}`));
  expect(missing).toEqual([]);
});

it('needs no install script: the packages that have one come built for each platform', () => {
  const scripted = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript && !entry.dev);
  expect(scripted.map(([key]) => nameOf(key)).sort()).toEqual(['@parcel/watcher', '@photostructure/sqlite']);
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
});

it('pins every dependency to one version', () => {
  const { dependencies, overrides } = z
    .object({ dependencies: z.record(z.string(), z.string()), overrides: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  for (const version of Object.values({ ...dependencies, ...overrides }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it('checks every package by its hash and names no registry', () => {
  const installed = Object.entries(packages).filter(([key]) => key !== '');
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

/** Optional packages that a package names and the lock lacks: npm ci refuses such a lock. */
function missingPackages(locked: Packages): string[] {
  return Object.entries(locked).flatMap(([key, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => find(locked, key, name) === undefined)
      .map((name) => `${nameOf(key)}: ${name}`),
  );
}

/** A package with native parts for several systems must have one for each platform. */
function missingPlatforms(locked: Packages): string[] {
  return Object.entries(locked).flatMap(([key, { optionalDependencies }]) => {
    const parts = Object.keys(optionalDependencies).flatMap((name) => find(locked, key, name) ?? []);
    if (new Set(parts.flatMap(({ os }) => os ?? [])).size < 2) return [];
    return PLATFORMS.filter(
      ({ os, cpu }) => !parts.some((part) => allows(part.os, os) && allows(part.cpu, cpu)),
    ).map(({ os, cpu }) => `${nameOf(key)}: ${os}-${cpu}`);
  });
}

/** As Node does: in the package's own folder first, then in those around it. */
function find(locked: Packages, from: string, name: string): Entry | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = locked[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
  }
}

const nameOf = (key: string) => key.replace(/^.*node_modules\//, '');
const allows = (list: readonly string[] | undefined, value: string) =>
  list === undefined || list.includes(value);
