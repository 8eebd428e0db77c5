import { hasUsualWords, looksChosen, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/** Secrets revealed by the text around them: in addresses, on command lines, in cookies and stored keys. */
export function findShapes(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  const present = gatesIn(text);
  for (const { kind, gates, form, chosen } of SHAPES) {
    if (!gates.some(present)) continue;
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
  for (const header of COOKIE_GATES.some(present) ? text.matchAll(COOKIE_HEADER) : []) {
    for (const cookie of header[0].matchAll(COOKIE)) {
      const value = cookie[1] ?? '';
      const end = header.index + cookie.index + cookie[0].length;
      if (looksRandom(value)) found.push({ start: end - value.length, end, kind: 'cookie' });
    }
  }
  return found;
}

/** Which gates a text has. One pass for all takes a third of the time of one pass each. */
function gatesIn(text: string): (gate: string) => boolean {
  const found = new Set<string>();
  for (const [, gate = ''] of text.matchAll(GATE)) found.add(gate);
  return (gate) => (gate.length < SHORTEST_GATE ? text.includes(gate) : found.has(gate));
}

const COOKIE_GATES = ['ookie:', 'OOKIE:', "ookie'", 'ookie"', ' -b ', 'ookies = {'];
const COOKIE_HEADER = /(?:\bcookie["']?[:,]|\bcurl\b[^\n]{0,200} -b |\bcookies = \{)[^\n]{0,4096}/gi;
const COOKIE = /\b[\w.-]{1,64}(?:=|["']: ?["'])([^\s;"']{16,1024})/g;
/** A random value of this length can contain a word by chance. */
const LONG = 24;

interface Shape {
  readonly kind: string;
  /** A text without any of these has no such secret. */
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
    form: /\bidentified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?["']([^\s"']{6,128})/gi,
    chosen: true,
  },
  {
    kind: 'password in an address',
    gates: ['@tcp(', '@unix('],
    form: /(?<![\w.])[\w.-]{1,64}:([^\s/@"'`<>]{6,256})(?=@(?:tcp|unix)\()/g,
    chosen: true,
  },
  {
    kind: 'signature in an address',
    gates: ['ignature='],
    form: /(?:&amp;X-Amz-|, ?)Signature=([0-9a-f]{64})/g,
    chosen: false,
  },
  {
    kind: 'password on a command line',
    gates: [' -p ', ' -P ', ' -w ', ' -pw '],
    form: / -(?:u|U|user|D|l)[ =]?\S{1,80}\s(?:[^\n]{0,80}\s)?-(?:p|P|w|pw) ["']?([^\s"'-][^\s"']{5,127})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: [
      'zip -P',
      'xfreerdp',
      'htpasswd -',
      'rabbitmqctl ',
      'kinit ',
      'lftp -u',
      'smbclient',
      'net use',
      'sqlplus ',
    ],
    form: /\b(?:zip -P |xfreerdp [^\n]{1,80}\/p:|htpasswd -\w*b\w* \S{1,64} \S{1,64} |rabbitmqctl \w{1,24} \S{1,64} |kinit \S{1,64} <<< ?|lftp -u [^\s,]{1,64},|smbclient [^\n%]{1,128}%|net use \S{1,8} \S{1,128} |sqlplus [^\s/]{1,64}\/)["']?([^\s"'@]{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: ['sudo -S', '| passwd'],
    form: /\becho ["'](?=[^"'\n]{6,128}["'] ?\| ?(?:sudo -S|passwd))([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'words of a wallet',
    gates: ['nemonic', 'NEMONIC', 'hrase', 'HRASE', 'seed', 'SEED'],
    form: /(?:mnemonic|phrase|seed)\b[\w "']{0,24}\s{0,4}[:=(]{0,2}\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![\w ])/gi,
    chosen: true,
  },
  {
    kind: 'passphrase',
    gates: ['assphrase', 'ASSPHRASE'],
    form: /passphrase["']?\]?(?:\s{0,3}[:=>(]{1,2}\s{0,3}|\s)["']?([a-z]{3,10}(?: [a-z]{3,10}){3,7})(?=["'<])/gi,
    chosen: true,
  },
  {
    kind: 'recovery codes',
    gates: ['codes'],
    form: /\b(?:recovery|backup) codes\b[^\n]{0,60}\n((?:[ \t]*[a-z0-9]{4,8}-[a-z0-9]{4,8}\s{1,4}){4,16})/gi,
    chosen: false,
  },
  {
    kind: 'cookie',
    gates: ['"value"', "'value'", '\tTRUE\t', '\tFALSE\t'],
    form: /(?:["']name["']: ?["'][\w.-]{0,80}(?:sess|auth|cookie|logged_in|sid)[\w.-]{0,60}["'], ?["']value["']: ?["']|\t(?:TRUE|FALSE)\t\d{1,12}\t\S{1,80}\t)([^\s"']{16,2048})/gi,
    chosen: false,
  },
  {
    kind: 'token on a command line',
    gates: ['login ', 'auth ', 'authtoken ', 'unseal ', 'service install '],
    form: /(?:login|auth|authtoken|unseal|service install)(?<=[\s-][a-z ]+)\s(?:--?[\w-]+\s)?([A-Za-z0-9+/=_-]{32,256})(?![\w/])/g,
    chosen: false,
  },
  {
    kind: 'password in a list',
    gates: ['passwd', 'pgpass'],
    form: /(?:^|[\s"'])(?:[\w.*-]+:\d{2,5}:)?[\w.*-]{1,64}:(?:[\w.*-]{1,64}:)?([^\s:"'`]{8,128})(?=["']? ?(?:\| ?chpasswd|>{1,2} ?\S{0,40}pgpass))/g,
    chosen: true,
  },
  {
    kind: 'secret in a call',
    gates: ['Fernet(', 'hmac', 'Hmac', 'HMAC', 'Account.from_key', 'Wallet(', 'TOTP(', 'SecurityKey('],
    form: /(?:Fernet|hmac\.new|create_?hmac|from_key|\bWallet|TOTP|SecurityKey)\((?:["']sha\d{1,3}["'], ?)?(?:[\w.]{1,40}\()?b?["']([^\s"']{16,256})/gi,
    chosen: false,
  },
  {
    kind: 'value that a comment names',
    gates: ['// ', '# '],
    form: /["'](?=[^"'\n]{8,128}["'][^\n"']{0,8}(?:\/\/|#) ?[\w ]{0,24}(?:password|secret|token|key)\b)([^\s"']{8,128})/gi,
    chosen: true,
  },
  {
    kind: 'value given before its name',
    gates: ['forKey:'],
    form: /["'](?=[^"'\s]{8,256}["'], ?forKey: ?["'][\w.-]{0,40}(?:password|secret|token|key)["'])([^\s"']{8,256})/gi,
    chosen: true,
  },
  {
    kind: 'private key',
    gates: ['"kty"'],
    form: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"([\w-]{20,1024})/g,
    chosen: false,
  },
];

/** Shorter ones occur many times in most texts. */
const SHORTEST_GATE = 4;
// A lookahead, because one gate may contain another.
const GATE = new RegExp(
  `(?=(${[...SHAPES.flatMap(({ gates }) => gates), ...COOKIE_GATES]
    .filter((gate) => gate.length >= SHORTEST_GATE)
    .map((gate) => gate.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')}))`,
  'g',
);
