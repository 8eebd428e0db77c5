// One text at a time is remembered in a copy of the week's store: is it merged, named as a contradiction, or added?
import { copyFileSync, rmSync } from 'node:fs';
import { openDossier } from '../../../dist/index.js';
import { fillProject, NOW, percent } from './project-store.mjs';

const KINDS = ['duplicates', 'lookalikes', 'contradictions', 'noncontradictions'];

export async function measureTruth(projects, { verbose }) {
  const lines = ['Truth over time (each text remembered beside the week)'];
  const rows = [];
  for (const project of projects) {
    const filled = await fillProject(project, { experiences: false });
    const { dossier, root, store, idOf } = filled;
    if (filled.merged.length > 0) lines.push(`  merged while filling: ${filled.merged.join(' ')}`);
    await dossier.close();
    const copy = `${store}.copy`;
    const contentOf = new Map(project.memories.map(({ id, content }) => [id, content]));
    for (const kind of KINDS) {
      for (const { id, existing, text } of project[kind]) {
        copyFileSync(store, copy);
        for (const end of ['-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
        const opened = openDossier({
          root,
          settings: { store: copy, project: project.project },
          environment: {},
        });
        const reply = await opened.remember({ content: text }, { now: NOW });
        await opened.close();
        const merged = reply.action === 'merged';
        const named = reply.mayContradict.map((other) => other.id);
        const target = idOf.get(existing);
        rows.push({
          project: project.project,
          kind,
          merged,
          rightMerge: merged && reply.id === target,
          named: named.length > 0,
          rightNamed: named.includes(target),
        });
        const right = {
          duplicates: merged && reply.id === target,
          lookalikes: !merged && named.length === 0,
          contradictions: named.includes(target),
          noncontradictions: !merged && named.length === 0,
        }[kind];
        if (verbose && !right)
          lines.push(
            `    ${id} ${merged ? 'merged' : named.length > 0 ? 'named' : 'added'}: ${text}\n      beside ${contentOf.get(existing)}` +
              (named.length > 0 && !named.includes(target)
                ? `\n      named ${reply.mayContradict.map(({ content }) => content).join(' | ')}`
                : ''),
          );
      }
    }
    rmSync(root, { recursive: true, force: true });
  }
  for (const name of [...projects.map(({ project }) => project), 'all']) {
    const own = rows.filter(({ project }) => name === 'all' || project === name);
    const of = (...kinds) => own.filter(({ kind }) => kinds.includes(kind));
    const share = (some, field) => percent(some.filter((row) => row[field]).length, some.length);
    lines.push(
      `  ${name.padEnd(10)} duplicates merged ${share(of('duplicates'), 'rightMerge')}` +
        `, falsely merged ${share(of('lookalikes', 'contradictions', 'noncontradictions'), 'merged')}` +
        `; contradictions named ${share(of('contradictions'), 'rightNamed')}` +
        `, falsely named: noncontradictions ${share(of('noncontradictions'), 'named')}` +
        `, lookalikes ${share(of('lookalikes'), 'named')}, duplicates ${share(of('duplicates'), 'named')}`,
    );
  }
  return lines;
}
