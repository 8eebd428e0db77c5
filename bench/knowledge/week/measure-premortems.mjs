// Tasks about to be done: is the first record shown of the theme that will bite, and how many of the shown are?
import { dropProject, fillProject, median, NOW, percent, sum } from './project-store.mjs';

export async function measurePremortems(projects, { verbose }) {
  const rows = [];
  const lines = ['Premortem (right theme first; shown records on theme; length)'];
  for (const project of projects) {
    const filled = await fillProject(project);
    const { dossier, ownIdOf } = filled;
    const { values } = await dossier.valuesCluster({}, { now: NOW });
    const themeOf = new Map(project.experiences.map(({ id, theme }) => [id, theme]));
    // A value is of the theme that most of its members have.
    const mostOf = (members) => {
      const themes = members.map((id) => themeOf.get(ownIdOf.get(id)));
      const count = (theme) => themes.filter((each) => each === theme).length;
      return [...themes].sort((a, b) => count(b) - count(a))[0];
    };
    const themeOfValue = new Map(values.map(({ id, members }) => [id, mostOf(members)]));
    for (const { id, theme, task, domain, strategy, files } of project.premortems) {
      const result = await dossier.premortem(
        { task, ...(domain && { domain }), ...(strategy && { strategy }), ...(files && { files }) },
        { now: NOW },
      );
      const shown = result.items
        .filter(({ source }) => source === 'experience')
        .map((item) => themeOf.get(ownIdOf.get(item.id)));
      const named = [...shown, ...result.items.map(({ id }) => themeOfValue.get(id))].includes(theme);
      const isSure = !result.context.includes('Nothing recorded is clearly about this');
      const score = result.items.find(({ source }) => source === 'experience')?.relevance ?? 0;
      rows.push({ project: project.project, theme, shown, named, isSure, score, tokens: result.tokenCount });
      if (verbose)
        lines.push(
          `    ${id} ${theme}: ${shown.join(' ')} (${score.toFixed(2)}, ${result.tokenCount} tokens) ${task}`,
        );
    }
    await dropProject(filled);
  }
  for (const name of [...projects.map(({ project }) => project), 'all']) {
    const own = rows.filter(({ project }) => name === 'all' || project === name);
    const first = own.filter(({ shown, theme }) => shown[0] === theme).length;
    const onTheme = sum(own.map(({ shown, theme }) => shown.filter((each) => each === theme).length));
    const sure = own.filter(({ isSure }) => isSure);
    const sureFirst = sure.filter(({ shown, theme }) => shown[0] === theme).length;
    lines.push(
      `  ${name.padEnd(10)} right theme first ${percent(first, own.length)} of ${own.length}` +
        `, where it is sure ${percent(sureFirst, sure.length)} of ${sure.length}` +
        `, on theme ${percent(onTheme, sum(own.map(({ shown }) => shown.length)))}` +
        `, right theme among experiences and values ${percent(own.filter(({ named }) => named).length, own.length)}` +
        `, records at the median ${median(own.map(({ shown }) => shown.length))}` +
        `, tokens at the median ${median(own.map(({ tokens }) => tokens))}`,
    );
  }
  return lines;
}
