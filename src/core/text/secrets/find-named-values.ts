import { findColumns } from './find-columns.ts';
import { hasUsualWords, isConstant, looksChosen, looksGenerated, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/** Values that are secrets because of their name: assignments, fields, arguments, headers, options. */
export function findNamedValues(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  let table = 0;
  NAME.lastIndex = 0;
  for (let hit = NAME.exec(text); hit !== null; hit = NAME.exec(text)) {
    const end = NAME.lastIndex;
    if (end > table && /^(?:"?[,;\t\r\n]|[`*]{0,2} {0,16}\|)/.test(text.slice(end, end + 20))) {
      const columns = findColumns(text, hit.index);
      table = columns?.end ?? table;
      found.push(...(columns?.spans ?? []));
    }
    ASSIGNED.lastIndex = end;
    const value = ASSIGNED.exec(text)?.groups;
    if (value === undefined) continue;
    const name = hit[0].toLowerCase();
    const content = value['quoted'] ?? value['bare'] ?? '';
    const last = ASSIGNED.lastIndex - (value['quote']?.length ?? 0);
    if (!isSecret(content, name, value, useOf(text, name, hit.index)) || isOrdinary(text, hit.index))
      continue;
    const row = value['call'] === ',' && isRow(text, hit.index, ASSIGNED.lastIndex);
    if (
      /^key(?!pass)/.test(name) &&
      !isOpened(text, hit.index) &&
      !isLongKey(text, hit, { content, ...value })
    )
      continue;
    // Prose says "pass `x`" and "the token 'x'"; SQL, macros and settings give a value after a space, too.
    const verb = name === 'pass' && !endsName(text, hit);
    if (value['space'] !== undefined && value['quoted'] !== undefined && (value['quote'] === '`' || verb))
      continue;
    if ((value['said']?.includes('is') === false && verb) || isPartOfWord(text, hit, value)) continue;
    const bare = value['bare'] !== undefined && !row;
    if (bare && !isAllowedUnquoted(text, name, hit.index, value, ASSIGNED.lastIndex)) continue;
    REST.lastIndex = last;
    const rest = value['bare'] === undefined ? '' : (REST.exec(text)?.[0] ?? '');
    found.push({ start: last - content.length, end: last + rest.length, kind: kindOf(name) });
    NAME.lastIndex = last + rest.length;
  }
  return found;
}

/** Whether the match is the last word of a longer name: `db_pass`, `dbPass`. */
function endsName(text: string, { 0: word, index }: RegExpExecArray): boolean {
  const before = text.charAt(index - 1);
  return /[_.-]/.test(before) || (/^[A-Z]/.test(word) && /[a-z]/.test(before));
}

/** Whether a short name only ends a word (`compat`) or is a word of a sentence. */
function isPartOfWord(
  text: string,
  hit: RegExpExecArray,
  { said, next }: Readonly<Record<string, string | undefined>>,
): boolean {
  const name = hit[0].toLowerCase();
  if ((name !== 'pat' && name !== 'pw') || endsName(text, hit)) return false;
  const before = text.slice(Math.max(0, hit.index - 8), hit.index);
  if (name === 'pw') return /[A-Za-z0-9]$/.test(before) && !/(?:root|bind|user|admin|db)$/i.test(before);
  return said === undefined && next === undefined;
}

/** Whether the name and the value are neighbours in a row of CSV. */
function isRow(text: string, at: number, end: number): boolean {
  return (
    /(?:^|\n)[\w.-]*$/.test(text.slice(Math.max(0, at - 64), at)) &&
    /^(?:,|\r?\n|$)/.test(text.slice(end, end + 2))
  );
}

function isOpened(text: string, at: number): boolean {
  return OPENED.test(text.slice(Math.max(0, at - 16), at));
}

/** Whether any other key is given so long a random value that it opens something: `COSMOS_KEY`. */
function isLongKey(
  text: string,
  hit: RegExpExecArray,
  { content = '', call, said, next }: Readonly<Record<string, string | undefined>>,
): boolean {
  const before = text.slice(Math.max(0, hit.index - 16), hit.index);
  const named = endsName(text, hit) || said !== undefined || next !== undefined;
  return named && call?.includes('(') !== true && LONG_KEY.test(content) && !NAMING.test(before);
}
const LONG_KEY = /^(?=.*\d)(?=.*[A-Za-z])(?:[A-Za-z0-9+/]{32,}={0,2}|[\w-]{37,})$/;
/** What keys name or find instead of opening it. */
const NAMING =
  /(?:cache|repository|identifier|sort|partition|foreign|idempotency|etag|hash|row|group|lookup|index|item|object|map|node|tree|path|i18n|translation|s3|file|bucket|blob|routing|shard|lock|queue|job|build|state|event|commit|chunk|asset|version|content|verification|site|dedup\w{0,9})[_. -]?$/i;

/** Words that make a following `key` a credential. A plain `key` is a name in a map. */
const OPENING =
  'api|access|secret|private|encryption|encrypt|signing|signature|master|auth|app|application|account|shared|storage|service|admin|consumer|client|sdk|server|deploy|webhook|hmac|aes|crypto|session|cookie|licen[cs]e|jwt|gateway|fernet|cipher|logged_in|nonce|project|authenticator|wallet|write|host|duo[_.-]?s|functions?|speech|cognitive|integration|subscription|unseal|validation|decryption|ingestion|management|primary|secondary|bot|push|ssh';

const OPENED = new RegExp(`(?:${OPENING})[_. -]?$`, 'i');

/** The end of a name: a word after these makes it the name of something else (`token_url`, `passwordField`). */
export const NAME = new RegExp(
  '(?:(?:store|key)?pass(?:w(?:or)?[dt]|wd|phrase|e)?|contraseña|пароль|密码|pwd|psk|pw(?<=[a-z]{2}[_-]?pw|(?<![\\w-])pw)|secret(?:[_.-]?id)?|token|auth(?:orization|ident)?|pepper|bearer|basic|ssws|credentials?' +
    '|pat(?<=[a-z][_. -]?pat)|salt(?<=(?:auth|key|nonce|logged_in|password|hash|secret)[_. -]?salt)' +
    // A lookbehind at the word: at the start of the expression it costs ten times the time.
    `|key(?<=(?:${OPENING})[_. -]?key|[a-z0-9][_. -]?key)(?:[_. -]?(?:base|data))?)` +
    '(?:[_.-]?(?:\\d{1,3}|prod|production|live|dev|test|staging|base64|b64|value|default|raw)){0,2}(?![A-Za-z0-9_])',
  'gi',
);

const SCHEME =
  '(?:(?:bearer|basic|token|ssws|api-?key|digest|aws4-hmac-sha256|bot|splunk|geniekey|key)[ \\t]+)?';

/** What separates a name from its value, and the value. */
export const ASSIGNED = new RegExp(
  '\\\\{0,3}["\'`]?\\]?(?:' +
    [
      "(?<typed>\\??[ \\t]*:[ \\t]*[&?\\w<>[\\]'. |]{1,40}=[ \\t]*)",
      '(?<operator>[}$]?(?:[ \\t]*\\[[^\\]\\n]{0,20}\\]|[ \\t]\\d)?\\*{0,2}[ \\t]*(?:=>|->|<-|:=|:-|\\?=|\\|\\|=?|\\?\\?=?|={1,3}|::?|：|\\?:)\\*{0,2}[ \\t]*(?:[|>]-?[ \\t]*\\r?\\n[ \\t]*|&\\w{1,30}[ \\t]+|\\{\\s{0,40}"value"[ \\t]*:[ \\t]*|!!\\w{1,10}[ \\t]+|\\r?\\n[ \\t]+(?=["\']))?)',
      '(?<fallback>["\']?\\)?\\.(?:unwrap_or(?:_else)?|or_?else|get_?or_?else|fetch|default)\\((?:\\|_?\\|[ \\t]*)?|\\)[ \\t]*(?:\\?\\?|\\|\\||\\?:|or)[ \\t]*|,[^\\n"\']{0,40}\\bdefault[ \\t]*=[ \\t]*)',
      '(?<attribute>[ \\t]+-?(?:value|body)[ =][ \\t]*|[ \\t]+/d[ \\t]+|[ \\t]--body[ \\t]+|,\\s{0,40}["\']?(?:parameter)?value["\']?[ \\t]*:[ \\t]*|\\s{1,16}value[ \\t]*=[ \\t]*|[ \\t]*\\{\\s*value[ \\t]*=[ \\t]*)',
      '(?<call>[ \\t]*[({,][ \\t]*)',
      '(?<block>\\)[ \\t]*\\{[ \\t]*|[ \\t]by[ \\t]lazy[ \\t]*\\{[ \\t]*|\\(\\)[^\\n{]{0,20}\\{\\s*return[ \\t]+|[ \\t]*\\*/[ \\t]*)',
      '(?<declared>[ \\t]*\\{\\s*(?:[^}\\n]{0,80}\\n){0,3}?[ \\t]*default[ \\t]*=[ \\t]*|[ \\t]+As[ \\t]+\\w{1,20}[ \\t]*=[ \\t]*|[ \\t]+[A-Za-z*]\\w{0,20}[ \\t]+=[ \\t]*)',
      '(?<element>(?:</key>\\s{0,16}<string|[ \\t][^<>\\n]{0,80})?>(?:<value>|<!\\[CDATA\\[)?)',
      '(?<cell>[ \\t]*\\|[ \\t]*)',
      '(?<property>[ \\t]*\\{[ \\t]*get;[\\w; \\t]{0,30}\\}[ \\t]*=[ \\t]*)',
      '(?<next>:[ \\t]*\\r?\\n[ \\t]{1,40}-[ \\t]+|\\r?\\n[ \\t]*value:[ \\t]*|\\r?\\n\\r?\\n|\\?[ \\t]*\\r?\\n[ \\t]*[\\w.@-]{1,30}:[ \\t]+)',
      '(?<said>[ \\t]*\\)[ \\t]*VALUES[ \\t]*\\((?:[^,()\\n]{1,80},[ \\t]*){0,4}?|:[ \\t]+[\\w.@-]{1,40}[ \\t]*/[ \\t]*|(?:[ \\t]+(?:is|was|has[ \\t]been)[ \\t]\\w{1,12})?[ \\t]+(?:for|of|on|in)[ \\t]+["\']?[\\w.@ -]{1,40}["\']?(?::[ \\t]+|[ \\t](?:is:?|=|set[ \\t]to)\\s{1,4})|,?[ \\t]+(?:is:?|was|to)[ \\t]+)',
      '(?<space>[ \\t]+(?:\\d[ \\t]+)?)',
    ].join('|') +
    ')(?:(?:[\\w.:&[\\]]{1,30}\\((?:default[ \\t]*=[ \\t]*)?|\\()?\\[?[bBrRuUfFNL@$]{0,2}' +
    `(?:["'](?=\\\\["']))?(?<quote>\\\\{0,3}(?:"""|["'\`]))${SCHEME}(?<quoted>(?:[A-Za-z0-9]{4} ){3,7}[A-Za-z0-9]{4}(?=\\k<quote>)|(?:(?!\\k<quote>)(?:\\\\.|[^\\s\\\\])){8,})\\k<quote>` +
    `|(?:q[qw]?\\{)?${SCHEME}(?<bare>(?:[^\\s"'\`,;(){}[\\]<>|&\\\\]|&\\w{2,5};){8,256}))`,
  'iy',
);

/** The rest of a value longer than the part that is judged. */
const REST = /[^\s"'`,;(){}[\]<>|&\\]*/y;

/** Before the name: page and form tokens, and public keys. */
const ORDINARY =
  /(?:public[_.-]?key|authenticity|page|next|continuation|cancel(?:l?ation)?|public|publishable|xsrf|csrf|sync|sort|cursor|device|sonar\.project)[_. -]?$|:\d{12}:$/i;

function isOrdinary(text: string, at: number): boolean {
  return ORDINARY.test(text.slice(Math.max(0, at - 16), at));
}

function isSecret(
  value: string,
  name: string,
  { operator, call, said, quoted }: Readonly<Record<string, string | undefined>>,
  use: 'signing' | 'header' | undefined,
): boolean {
  if ((value.length < LONG && hasUsualWords(value)) || isConstant(value) || isNoValue(value)) return false;
  // In a call the first argument is often a name: `bearer("second-bearer")`, `get_password("my-first-service")`.
  if (call?.includes('(') === true && ONLY_WORDS.test(value)) return false;
  if (name.length > 5 && value.length < LONG && value.toLowerCase().includes(name)) return false;
  const password = PASSWORD.test(name) || said?.includes('/') === true;
  const typed = TYPED.test(value);
  if (GROUPS.test(value)) return password && looksRandom(value);
  // A secret of three words is a name in YAML, and a secret in code and in the environment.
  const chosen =
    password ||
    (use === 'header' && typed) ||
    (use === 'signing' &&
      call === undefined &&
      (quoted !== undefined || operator === '=' || (operator?.trim() === '=' && typed)));
  if (value.length < (password || (chosen && typed) ? MIN_PASSWORD : MIN_KEY)) return false;
  if (chosen && looksChosen(value)) return true;
  if (password && BOTH_CASES.test(value)) return looksRandom(value);
  return /\d/.test(value) || value.length >= ALWAYS_WITH_DIGITS ? looksRandom(value) : looksGenerated(value);
}

/** Four characters at a time, as passwords of single apps are shown. */
const GROUPS = /^(?:[a-z0-9]{4} ){3,7}[a-z0-9]{4}$/i;
/** No name in code has both. */
const TYPED = /^(?=.*\d).*[!?#%*~^@$&+]/;
const BOTH_CASES = /^(?=.*[a-z])(?=.*[A-Z])[\x21-\x7e]{8,}$/;

/** Whether the value signs something or stands in a header of one's own: such secrets are often made of words. */
function useOf(text: string, name: string, at: number): 'signing' | 'header' | undefined {
  if (/(?<![\w-])x-[\w-]*-$/i.test(text.slice(Math.max(0, at - 40), at))) return 'header';
  const signing = name === 'key' && /signing[_. -]?$/i.test(text.slice(Math.max(0, at - 8), at));
  return name === 'secret' || signing ? 'signing' : undefined;
}
const PASSWORD = /^(?:(?:store|key)?pass|pwd|psk|pw|bearer|contraseña|пароль|密码)/;
/** A file named after what it holds, an algorithm, a public key, a version, an address, codes of a terminal or of letters. */
const NO_VALUE =
  /^[\w./-]+\.[a-z]{2,5}$|^(?:SHA\d{1,3}|MD5):|^%\.\*s|^(?:\{\w+\}-)?PBKDF2With|^Hmac(?:SHA|MD)|^M(?:II[A-Z]\wjAN|IGfMA0G|FkwEwYH|CowBQYDK2Vw)|^[a-z]+\d+(?:\.\d+)+(?:-[a-z]+)*$|^[a-z-]+-v?\d+\.(?:\d+|x)$|^[0-9a-f:]*::[0-9a-f:.]*$|^aws4_request$|^[a-z+]+:\/\/[^@]*$|\\(?:x1b|u00[8-f])|^[!\w.+:-]*:![A-Za-z][!\w.+:-]*$/;
/** A negation, a tag of YAML, a name in a class, emphasis or a pattern of paths: all of it, since passwords begin with any symbol. */
const CODE =
  /^!{1,2}[\w$]+(?:\.[\w$]+)+$|^(?:[\w./-]+\.[a-z]{2,4}|[a-z_$]+)(?:::[a-z_$]+)+$|^\*\*(?:[a-z]+|\/.*|.*\*\*)$/i;
const isNoValue = (value: string): boolean => NO_VALUE.test(value) || CODE.test(value);
const ONLY_WORDS = /^[a-z]+(?:[_-][a-z]+)*$/;
/** A random value of this length can contain a word by chance. */
const LONG = 24;
const MIN_PASSWORD = 8;
const MIN_KEY = 12;
/** One in a thousand random values of this length has no digit. */
const ALWAYS_WITH_DIGITS = 40;

/** Whether an unquoted value is a value: in code it could be a name or a call. */
function isAllowedUnquoted(
  text: string,
  name: string,
  at: number,
  parts: Readonly<Record<string, string | undefined>>,
  end: number,
): boolean {
  const bare = parts['bare'] ?? '';
  const after = text.slice(end, end + 40);
  if (/^[([{]/.test(after) && (bare.length < LONG || /^[\w.$]+$/.test(bare))) return false;
  // `user?.password?.salt`; the name of a text in `reset_password:enter-email-address`.
  if (/^[\w$]+(?:\??\.[\w$]+)*\?\.[\w$.?]+$/.test(bare)) return false;
  if (parts['operator'] === ':' && ONLY_WORDS.test(bare) && /[a-z]$/.test(bare)) return false;
  // `owner->name`, the words of a sentence in any language, a variable that is declared.
  if ((bare.endsWith('-') && after.startsWith('>')) || (LETTERS.test(bare) && WORD_FOLLOWS.test(after)))
    return false;
  if (parts['space'] !== undefined && /^[ \t]*=(?!=)/.test(after)) return false;
  if (parts['space'] !== undefined) {
    return (
      SCHEMES.has(name) ||
      (name === 'pass' && !/[_-]/.test(text.charAt(at - 1)) ? OPTION : TAKES_UNQUOTED).test(
        text.slice(Math.max(0, at - 64), at),
      )
    );
  }
  return parts['call'] === undefined && parts['typed'] === undefined && parts['property'] === undefined;
}

const LETTERS = /^\p{Lu}?\p{Ll}+$/u;
const WORD_FOLLOWS = /^ \p{L}{2,}/u;

/** What lets a name take a value after a space: an option, a Dockerfile instruction, a .netrc entry. */
const TAKES_UNQUOTED =
  /--?[\w.-]*$|\bset\s+[\w/:.-]*$|(?:^|\n)[ \t]*(?:[\w-]+[ \t]+){0,6}[\w-]*$|\b(?:ENV|ARG)\s+[\w-]*$|\blogin\s+\S+\s+\w*$|(?:^|\n)[ \t]*(?:require|bind|master)$/;
const OPTION = /-[\w.-]*$|(?:^|\n)[ \t]*(?:require|bind|master)$/;
const SCHEMES: ReadonlySet<string> = new Set(['bearer', 'basic', 'ssws']);

function kindOf(name: string): string {
  if (/^(?:auth|bearer|basic|ssws)/.test(name)) return 'authorization';
  if (PASSWORD.test(name)) return 'password';
  if (name.startsWith('token')) return 'token';
  return name.startsWith('key') ? 'key' : 'secret';
}
