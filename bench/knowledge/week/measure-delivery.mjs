// Questions as an agent's user would write them: is the wanted record in what prime, the prompt hook, query
// and recall print, and how much else? Distractors want nothing.
import { answerHook } from '../../../dist/interfaces/hooks/answer-hook.js';
import { worthAnswering } from '../../../dist/interfaces/hooks/worth-answering.js';
import { dropProject, fillProject, median, NOW, percent, sum } from './project-store.mjs';

const LEARNT = new Set(['memory', 'experience', 'value']);
const POSSIBLY = 'Possibly related, first words only:';

export async function measureDelivery(projects, { verbose }) {
  const rows = [];
  const lines = ['Delivery (wanted record delivered; others delivered; distractors that got anything)'];
  for (const project of projects) {
    const filled = await fillProject(project);
    const { dossier, idOf, open } = filled;
    await dossier.valuesCluster({}, { now: NOW });
    const hookEngine = open({ 'embedder.kind': 'none' }).engine;
    const byId = new Map([...project.memories, ...project.experiences].map((each) => [each.id, each]));
    const started = flat(
      await answerHook(
        hookEngine,
        { kind: 'session-start', dialect: 'claude', eventName: 'SessionStart', source: 'startup' },
        { now: NOW, parent: process.ppid },
      ),
    );
    // The beginning of a record, as it is found again in any rendering of it.
    const textOf = (id) => flat(byId.get(id).content ?? byId.get(id).goal).slice(0, 60);
    for (const [index, question] of [...project.questions, ...project.distractors].entries()) {
      const wanted = question.wanted.map((id) => idOf.get(id));
      const at = { now: NOW + index };
      const primed = await dossier.prime({ message: question.prompt, maxTokens: 4000 }, at);
      const queried = await dossier.query({ query: question.prompt, maxTokens: 4000 }, at);
      const before = performance.now();
      const event = { kind: 'prompt', prompt: question.prompt, dialect: 'claude' };
      const hooked = flat(
        (await worthAnswering(event))
          ? await answerHook(hookEngine, event, { now: NOW, parent: process.ppid })
          : '',
      );
      const hookTime = performance.now() - before;
      const recalled = await dossier.recall({ query: question.prompt }, at);
      const hookShown = [...byId.keys()].filter((id) => hooked.includes(textOf(id)));
      const learnt = (items) => items.filter(({ source }) => LEARNT.has(source)).map(({ id }) => id);
      // After what is told in full come the first words of others, each with its id.
      const withNamed = ({ items, context }) => {
        const full = learnt(items);
        const [, named = ''] = context.split(POSSIBLY);
        return [
          ...full,
          ...[...filled.ownIdOf.keys()].filter((id) => !full.includes(id) && named.includes(`[${id}]`)),
        ];
      };
      const [told] = hooked.split(POSSIBLY);
      const row = {
        project: project.project,
        question,
        wanted,
        prime: withNamed(primed),
        query: withNamed(queried),
        full: {
          prime: learnt(primed.items),
          query: learnt(queried.items),
          hook: [...byId.keys()].filter((id) => told.includes(textOf(id))).map((id) => idOf.get(id)),
          recall: recalled.memories.map(({ id }) => id),
        },
        hook: hookShown.map((id) => idOf.get(id)),
        recall: recalled.memories.map(({ id }) => id),
        hookTime,
      };
      // What an agent has read by then: the start of its session, and this prompt's context.
      const [startedFull] = started.split('Also remembered, first words only');
      const atStart = (text) => [...filled.ownIdOf.keys()].filter((id) => text.includes(`[${id}]`));
      row.session = [...new Set([...atStart(started), ...row.hook])];
      row.full.session = [...new Set([...atStart(startedFull), ...row.full.hook])];
      rows.push(row);
      if (verbose && question.wanted.length > 0) {
        const own = (ids) => ids.map((id) => filled.ownIdOf.get(id) ?? id).join(' ');
        const misses = ['prime', 'query', 'hook', 'recall'].filter((way) => !row[way].includes(wanted[0]));
        if (misses.length > 0)
          lines.push(
            `    ${question.id} ${question.prompt.slice(0, 90)} | wants ${question.wanted.join(' ')} | missed by ${misses.join(', ')} | prime: ${own(row.prime)} | recall: ${own(row.recall.slice(0, 4))}`,
          );
      }
      if (verbose && question.wanted.length === 0 && row.prime.length + row.hook.length > 0)
        lines.push(
          `    ${question.id} ${question.prompt.slice(0, 90)} | prime ${row.prime.length}, hook ${row.hook.length}`,
        );
    }
    await hookEngine.close();
    await dropProject(filled);
  }
  const isMemory = (row) => /-m\d/.test(row.question.wanted[0] ?? '');
  for (const name of [...projects.map(({ project }) => project), 'all']) {
    const own = rows.filter(({ project }) => name === 'all' || project === name);
    const asked = own.filter(({ wanted }) => wanted.length > 0);
    const idle = own.filter(({ wanted }) => wanted.length === 0);
    for (const way of ['prime', 'hook', 'session', 'query', 'recall']) {
      const answerable = way === 'recall' ? asked.filter(isMemory) : asked;
      const first = answerable.filter((row) => row[way].includes(row.wanted[0])).length;
      const inFull = answerable.filter((row) => row.full[way].includes(row.wanted[0])).length;
      const inThree = answerable.filter((row) => row[way].slice(0, 3).includes(row.wanted[0])).length;
      const shown = sum(answerable.map((row) => row[way].length));
      const right = sum(answerable.map((row) => row[way].filter((id) => row.wanted.includes(id)).length));
      lines.push(
        `  ${name.padEnd(10)} ${way.padEnd(7)} delivered ${percent(first, answerable.length)} of ${answerable.length}` +
          ` (in full ${percent(inFull, answerable.length)})` +
          `, in the first three ${percent(inThree, answerable.length)}` +
          `, records at the median ${median(answerable.map((row) => row[way].length))}` +
          `, precision ${(right / Math.max(1, shown)).toFixed(2)}` +
          `, distractors answered ${idle.filter((row) => row[way].length > 0).length} of ${idle.length}` +
          ` (in full ${idle.filter((row) => row.full[way].length > 0).length})`,
      );
    }
  }
  lines.push(`  hook, in one process: median ${median(rows.map(({ hookTime }) => hookTime)).toFixed(1)} ms`);
  return lines;
}

const flat = (text) => text.replace(/[\s>]+/g, ' ').trim();
