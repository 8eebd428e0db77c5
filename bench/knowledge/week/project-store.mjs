// A project of the benchmark as a folder with its files (one line each, or its `code`) and a store with its records.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDossier } from '../../../dist/index.js';

export const NOW = Date.UTC(2026, 4, 29, 16);
const DAY = 24 * 3_600_000;

/** Writes the records in the order of the week through the public operations; `idOf` maps their own ids to the store's. */
export async function fillProject(project, { memories = true, experiences = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), `week-${project.project}-`));
  const files = new Set([
    ...(project.memories ?? []).flatMap((memory) => memory.files ?? []),
    ...(project.premortems ?? []).flatMap((premortem) => premortem.files ?? []),
  ]);
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    const isFolder = [...files].some((other) => other.startsWith(`${file.replace(/\/$/, '')}/`));
    if (!isFolder && !file.endsWith('/')) writeFileSync(join(root, file), `placeholder of ${file}\n`);
  }
  for (const [file, text] of Object.entries(project.code ?? {})) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  writeFileSync(join(root, 'README.md'), `# ${project.project}\n\n${project.about}\n`);
  const store = join(root, '.dossier-store.sqlite');
  const open = (settings = {}) =>
    openDossier({ root, settings: { store, project: project.project, ...settings }, environment: {} });
  const dossier = open();
  await dossier.index({}, { now: NOW - 6 * DAY });
  const idOf = new Map();
  const ownIdOf = new Map();
  const note = (own, id) => {
    idOf.set(own, id);
    ownIdOf.set(id, own);
  };
  const all = memories ? project.memories : [];
  const merged = [];
  for (const [index, memory] of all.entries()) {
    const { content, category, importance, tags, files: about } = memory;
    const input = { content, category, importance, tags, session: `day-${1 + (index % 5)}` };
    const takesFiles = 'files' in (await inputFields('remember'));
    const reply = await dossier.remember(
      { ...input, ...(takesFiles && about !== undefined && { files: about }) },
      { now: NOW - 5 * DAY + index * 60_000 },
    );
    if (reply.action !== 'added') merged.push(memory.id);
    note(memory.id, reply.id);
  }
  for (const [index, entry] of (experiences ? project.experiences : []).entries()) {
    const { domain, strategy, goal, hypothesis, action, prediction } = entry;
    const at = { now: NOW - 4 * DAY + index * 3_600_000 };
    const session = `session-${entry.id}`;
    const { id } = await dossier.experienceStart(
      { domain, strategy, goal, hypothesis, action, prediction, session },
      at,
    );
    await dossier.experienceResolve(
      {
        id,
        session,
        outcome: entry.outcome,
        result: entry.surprise ?? (entry.outcome === 'confirmed' ? entry.prediction : 'Given up'),
        ...(entry.surprise !== undefined && { surprise: entry.surprise }),
        ...(entry.rootCause !== undefined && { rootCause: entry.rootCause }),
        ...(entry.lesson !== undefined && { whatWorked: entry.lesson }),
      },
      at,
    );
    note(entry.id, id);
  }
  return { root, store, open, dossier, idOf, ownIdOf, merged };
}

let operations;
async function inputFields(name) {
  operations ??= (await import('../../../dist/operations/registry.js')).operations;
  return operations.find((operation) => operation.name === name).input.shape;
}

export async function dropProject({ root, dossier }) {
  await dossier.close();
  rmSync(root, { recursive: true, force: true });
}

export const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.floor(sorted.length / 2)];
};
export const sum = (values) => values.reduce((total, value) => total + value, 0);
