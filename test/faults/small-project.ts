import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dossier } from '../../src/index.ts';

const FILES = 12;
const WORDS = [
  'order',
  'invoice',
  'queue',
  'parser',
  'window',
  'ledger',
  'socket',
  'garden',
  'engine',
  'river',
];

type Random = () => number;
const word = (random: Random) => WORDS[Math.floor(random() * WORDS.length)] ?? 'order';
const number = (random: Random) => Math.floor(random() * 1e9);

/** A repository of a few files with a history of two commits. */
export function createSmallProject(root: string, random: Random): void {
  mkdirSync(join(root, 'src'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  for (let file = 0; file < FILES; file++) writeFileSync(pathOf(root, file), textOf(file, random));
  git('add', 'src/file-0.ts');
  git('commit', '-qm', 'Add the first file');
  git('add', 'src');
  git('commit', '-qm', 'Add the others');
}

/** Rewrites, adds or removes some files. */
export function changeFiles(root: string, random: Random): void {
  const changes = 1 + Math.floor(random() * 5);
  for (let change = 0; change < changes; change++) {
    const file = 1 + Math.floor(random() * (FILES + 4));
    if (random() < 0.2) rmSync(pathOf(root, file), { force: true });
    else writeFileSync(pathOf(root, file), textOf(file, random));
  }
}

export function rememberSomething(dossier: Dossier, random: Random) {
  return dossier.remember({
    content: `The ${word(random)} of ${word(random)} ${number(random)} is ${word(random)} ${number(random)}`,
  });
}

export async function learnSomething(dossier: Dossier, random: Random) {
  const session = `s${number(random)}`;
  const goal = `${word(random)} of the ${word(random)} passes`;
  const entry = await dossier.experienceStart({
    domain: 'debugging',
    strategy: 'research-first',
    goal,
    hypothesis: `the ${word(random)} is late`,
    action: `change the ${word(random)}`,
    prediction: 'green',
    session,
  });
  await dossier.experienceResolve({
    session,
    outcome: 'confirmed',
    result: 'green',
    whatWorked: `a ${word(random)} of its own`,
  });
  return entry;
}

const pathOf = (root: string, file: number) => join(root, 'src', `file-${file}.ts`);

function textOf(file: number, random: Random): string {
  const names = Array.from(
    { length: 1 + Math.floor(random() * 5) },
    () => `${word(random)}${number(random)}`,
  );
  return [
    `import { other } from './file-${(file + 1) % FILES}.ts';`,
    ...names.map(
      (name) =>
        `/** Makes the common ${name}. */\nexport function ${name}() {\n  return other('${name}');\n}`,
    ),
    '',
  ].join('\n');
}
