import { hasUsualWords, looksChosen, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/** Secrets that the text around them gives away: in addresses, on command lines, in cookies and stored keys. */
export function findShapes(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const { kind, gates, form, chosen } of SHAPES) {
    if (!gates.some((gate) => text.includes(gate))) continue;
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? '';
      if (
        (value.length < LONG && hasUsualWords(value)) ||
        (!looksRandom(value) && !(chosen && looksChosen(value)))
      )
        continue;
      const end = match.index + match[0].length;
      found.push({ start: end - value.length, end, kind });
    }
  }
  for (const header of COOKIE_GATES.some((gate) => text.includes(gate)) ? text.matchAll(COOKIE_HEADER) : []) {
    for (const cookie of header[0].matchAll(COOKIE)) {
      const value = cookie[1] ?? '';
      const end = header.index + cookie.index + cookie[0].length;
      if (looksRandom(value)) found.push({ start: end - value.length, end, kind: 'cookie' });
    }
  }
  return found;
}

const COOKIE_GATES = ['ookie:', 'OOKIE:', "ookie'", 'ookie"'];
const COOKIE_HEADER = /\bcookie["']?[:,][^\n]{0,4096}/gi;
const COOKIE = /\b[\w.-]{1,64}=([^\s;"']{16,1024})/g;
/** In drawn values of this length a word can stand by chance. */
const LONG = 24;

interface Shape {
  readonly kind: string;
  /** A text without any of these has none. */
  readonly gates: readonly string[];
  /** The secret is group 1, and the match ends with it. */
  readonly form: RegExp;
  /** Whether people choose such a secret themselves. */
  readonly chosen: boolean;
}

const SHAPES: readonly Shape[] = [
  {
    kind: 'password in an address',
    gates: ['://'],
    form: /:\/\/[^\s/:@"'`<>]{0,128}:([^\s/@"'`<>]{6,256})(?=@)/g,
    chosen: true,
  },
  {
    kind: 'token in an address',
    gates: ['://'],
    form: /:\/\/([\w.~%-]{20,256})(?=@)/g,
    chosen: false,
  },
  {
    kind: 'password in an address',
    gates: ['oracle:'],
    form: /jdbc:oracle:\w{1,10}:[^\s/:@"'`]{1,64}\/([^\s/@"'`]{6,128})(?=@)/g,
    chosen: true,
  },
  {
    kind: 'signature in an address',
    gates: ['sig=', 'ignature=', 'code=', '&key=', '?key='],
    form: /[?&](?:sig|(?:x-\w{1,6}-)?signature|code|key)=([^&\s"'`<>#]{24,512})/gi,
    chosen: false,
  },
  {
    kind: 'password on a command line',
    gates: ['curl', 'wget'],
    form: /\b(?:curl|wget)\b[^\n]{0,256}?\s(?:-u|--user)[ =]?["']?[^\s:"']{1,64}:([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: ['sshpass', 'docker login', 'redis-cli', 'podman login'],
    form: /\b(?:sshpass|docker login|podman login|redis-cli)\b[^\n]{0,128}?\s-[pa] ?["']?([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: ['mysql', 'mariadb'],
    form: /\b(?:mysql|mariadb)\w{0,16}\b[^\n]{0,128}?\s-p["']?([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: ['sqlcmd', '7z', 'bcp'],
    form: /\b(?:sqlcmd|bcp|7za?)\b[^\n]{0,128}?\s-[pP] ?["']?([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password in a call',
    gates: ['SecureString', 'mysql', 'PDO', 'cookieParser', 'jwt.'],
    form: /\b(?:ConvertTo-SecureString (?:-String )?|cookieParser\(|jwt\.(?:sign|verify)\([^\n,]{1,80}, ?|(?:mysqli?_connect|new mysqli|new PDO)\((?:[^\n,()]{1,120}, ?){2})["']([^\s"']{8,256})/g,
    chosen: true,
  },
  {
    kind: 'password in a rule',
    gates: [' on >'],
    form: /\buser \S{1,64} on >([^\s"']{8,256})/g,
    chosen: true,
  },
  {
    kind: 'password in SQL',
    gates: ['DENTIFIED', 'dentified'],
    form: /\bidentified\s{1,4}by\s{1,4}(?:password\s{1,4})?["']([^\s"']{6,128})/gi,
    chosen: true,
  },
  {
    kind: 'private key',
    gates: ['"kty"'],
    form: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"([\w-]{20,1024})/g,
    chosen: false,
  },
];
