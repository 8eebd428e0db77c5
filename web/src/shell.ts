import { ICON_PATHS } from './components/icon-paths.ts';
import { VIEW_NAMES } from './view-names.ts';

/** The frame of the page as markup, written into it when it is built: it is painted before the script has run. */
export function shell(): string {
  const links = VIEW_NAMES.map(
    ({ path, label, icon }, index) =>
      `<a href="#/${path}"><svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICON_PATHS[icon]}"/></svg>` +
      `<span>${label}</span><span class="key" aria-hidden="true">${index + 1}</span></a>`,
  );
  return (
    '<header class="sidebar"><a class="brand" href="#/project"><span class="brand-mark" aria-hidden="true"></span>' +
    '<span class="brand-text"><strong class="project">Dossier</strong><span class="quiet"></span></span></a>' +
    `<nav aria-label="Views">${links.join('')}</nav></header><main id="main"></main>`
  );
}
