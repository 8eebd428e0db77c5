import { call } from './api.ts';
import { camelCase, exampleQuestions, tellingFile, titleIn } from './examples.ts';

/** Enough to tell what changes most, and little to send. */
const MAX_FILES = 3000;
const README = /^readme\.(?:md|markdown)$/i;
const README_LINES = 40;

/** Example questions of the project, from its files, its README and its definitions. */
export async function loadExamples(label: string, signal: AbortSignal): Promise<readonly string[]> {
  const { files } = await call('files', { limit: MAX_FILES }, { signal });
  const telling = tellingFile(files);
  const readme = files.find(({ path }) => README.test(path));
  const [name, title] = await Promise.all([
    telling === undefined ? undefined : nameIn(telling.path, signal),
    readme === undefined ? undefined : titleOf(readme.path, signal),
  ]);
  return exampleQuestions({ files, title: title ?? label, name });
}

/** The definition that a file is named after, as the code spells it. */
async function nameIn(path: string, signal: AbortSignal): Promise<string | undefined> {
  const query = camelCase(path);
  const { suggestions } = await call('suggest', { query }, { signal });
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  return suggestions.find(({ kind, text }) => kind === 'name' && plain(text) === plain(query))?.text;
}

/** Files of another project than the one served cannot be read; its folder's name serves as well. */
function titleOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  return call('read', { path, startLine: 1, endLine: README_LINES }, { signal }).then(
    ({ text }) => titleIn(text),
    () => undefined,
  );
}
