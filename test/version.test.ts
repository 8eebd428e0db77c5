import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { packageVersion } from '../src/program/package-version.ts';

const textOf = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const version = packageVersion();

test('the changelog begins with the version of the package', () => {
  expect(/^## (\S+)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(version);
});

test('the lock file is of the same version', () => {
  const lock = z
    .object({ version: z.string(), packages: z.object({ '': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(textOf('package-lock.json')));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('the packed file that README names is the one npm makes', () => {
  const named = [...textOf('README.md').matchAll(/dossier-(\d\S*?)\.tgz/g)].map((match) => match[1]);
  expect(named).not.toEqual([]);
  expect(new Set(named)).toEqual(new Set([version]));
});
