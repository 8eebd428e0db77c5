// Are the planted themes found again? Entries without a theme, and those left out, count as groups of one.
import { adjustedRandIndex } from '../adjusted-rand-index.mjs';
import { dropProject, fillProject, NOW } from './project-store.mjs';

export async function measureThemes(projects, { verbose }) {
  const lines = ['Themes (adjusted Rand index over all entries; over themed ones; purity)'];
  for (const project of projects) {
    const filled = await fillProject(project, { memories: false });
    const { dossier, idOf, ownIdOf } = filled;
    const { values } = await dossier.valuesCluster({}, { now: NOW });
    const group = new Map(values.flatMap(({ members }, index) => members.map((id) => [id, index])));
    const names = [...new Set(project.experiences.map(({ theme }) => theme))];
    const labels = project.experiences.map(({ id, theme }, index) => ({
      theme: theme === null ? 1000 + index : names.indexOf(theme),
      found: group.get(idOf.get(id)) ?? 2000 + index,
      themed: theme !== null,
    }));
    const rand = (some) =>
      adjustedRandIndex(
        some.map(({ theme }) => theme),
        some.map(({ found }) => found),
      ).toFixed(2);
    const themes = new Map(project.experiences.map(({ id, theme }) => [id, theme]));
    const own = ({ members }) => members.map((id) => themes.get(ownIdOf.get(id)));
    const majority = (themesOf) =>
      Math.max(...[...new Set(themesOf)].map((name) => themesOf.filter((each) => each === name).length));
    const grouped = values.reduce((total, value) => total + value.members.length, 0);
    const pure = values.reduce((total, value) => total + majority(own(value)), 0);
    lines.push(
      `  ${project.project.padEnd(10)} ${project.experiences.length} experiences: ${values.length} values of ${names.filter(Boolean).length} themes, ` +
        `ARI ${rand(labels)}, themed only ${rand(labels.filter(({ themed }) => themed))}, ` +
        `purity ${(pure / Math.max(1, grouped)).toFixed(2)}, grouped ${grouped}`,
    );
    if (verbose)
      for (const value of values)
        lines.push(`    ${own(value).sort().join(' ')}: ${value.name ?? ''} | ${value.text}`);
    await dropProject(filled);
  }
  return lines;
}
