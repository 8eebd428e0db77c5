/**
 * Whether a path matches a list of globs: one that includes it (or none that includes anything) and
 * none that excludes it. A glob starting with `!` excludes. `*` and `?` stay within a folder, `**`
 * crosses folders, `{a,b}` are alternatives; a plain folder name covers everything below it, and a
 * glob without a slash matches at any depth. `.` is the whole project.
 */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  const including = globs.filter((glob) => !glob.startsWith('!'));
  const excluding = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const matches = (glob: string) => globToRegExp(glob).test(path);
  return (including.length === 0 || including.some(matches)) && !excluding.some(matches);
}

/** The regular expression a glob stands for. It matches whole paths with forward slashes. */
export function globToRegExp(glob: string): RegExp {
  const known = expressions.get(glob);
  if (known !== undefined) return known;
  const trimmed = glob.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  const anywhere = trimmed.includes('/') || glob.startsWith('/') || glob.startsWith('./') ? '' : '(?:.*/)?';
  const everything = trimmed === '' || trimmed === '.';
  const expression = everything ? /^/ : new RegExp(`^${anywhere}${translate(trimmed)}(?:/.*)?$`, 'su');
  if (expressions.size >= CACHED_GLOBS) expressions.clear();
  expressions.set(glob, expression);
  return expression;
}

/** Path filters are tested against every file of a project; compiling once is most of the speed. */
const CACHED_GLOBS = 1000;
const expressions = new Map<string, RegExp>();

const TOKEN = /\*\*\/|\/\*\*$|\*\*|\*|\?|\{|\}|,|\[!?[^\]/]+\]|[^*?{},[]+|\[/gu;

function translate(glob: string): string {
  let depth = 0;
  let pattern = '';
  for (const [token] of glob.matchAll(TOKEN)) {
    if (token === '**/') pattern += '(?:.*/)?';
    else if (token === '/**') pattern += '/.*';
    else if (token === '**') pattern += '.*';
    else if (token === '*') pattern += '[^/]*';
    else if (token === '?') pattern += '[^/]';
    else if (token === '{') {
      depth++;
      pattern += '(?:';
    } else if (token === '}' && depth > 0) {
      depth--;
      pattern += ')';
    } else if (token === ',' && depth > 0) pattern += '|';
    else if (token.length > 2 && token.startsWith('[')) pattern += characterClass(token);
    else pattern += literal(token);
  }
  return pattern + ')'.repeat(depth);
}

function characterClass(token: string): string {
  const negated = token[1] === '!';
  const members = token.slice(negated ? 2 : 1, -1).replaceAll(/[\\\]^[]/g, '\\$&');
  const range = /(.)-(.)/su.exec(members);
  const safe = range !== null && range[1]! > range[2]! ? members.replaceAll('-', '\\-') : members;
  return `[${negated ? '^' : ''}${safe}]`;
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
