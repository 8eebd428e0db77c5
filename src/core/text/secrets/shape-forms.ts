import { CALL_SHAPES } from './call-forms.ts';
import { PROSE_SHAPES } from './prose-forms.ts';

export interface Shape {
  readonly kind: string;
  /** A text without any of these has no such secret. */
  readonly gates: readonly string[];
  /** The secret is group 1, and the match ends with it. */
  readonly form: RegExp;
  /** Whether people choose such a secret themselves. */
  readonly chosen: boolean;
}

export const SHAPES: readonly Shape[] = [
  ...CALL_SHAPES,
  ...PROSE_SHAPES,
  {
    kind: 'password in an address',
    gates: ['://'],
    form: /:\/\/[^\s/:"'`<>]{0,128}:(?![\w%{}$]{0,40}\?\w{1,40}=)([^\s/@"'`<>]{6,256})(?=@)/g,
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
    gates: ['sig=', 'ignature=', 'code=', '&key=', '?key=', 'appid='],
    form: /[?&](?:sig|(?:x-\w{1,6}-)?signature|code|key|appid)=([^&\s"'`<>#\\|()[\]]{24,512})/gi,
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
    form: /\b(?:mysql|mariadb)\w{0,16}\b[^\n]{0,128}?[\s"']-p["']?([^\s"']{6,128})/g,
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
    form: /\b(?:zip -P |xfreerdp [^\n]{1,80}\/p:|htpasswd -\w*b\w* \S{1,64} \S{1,64} |rabbitmqctl \w{1,24} \S{1,64} |kinit \S{1,64} <<< ?|lftp -u [^\s,]{1,64},|smbclient [^\n%]{1,128}%|net use \S{1,8} \S{1,128} |net user \S{1,64} |sqlplus [^\s/]{1,64}\/)["']?([^\s"'@]{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password on a command line',
    gates: ['sudo -S', '| passwd'],
    form: /\becho ["']?(?=[^"'\s|]{6,128}["']? ?\| ?(?:sudo -S|passwd))([^\s"'|]{6,128})/g,
    chosen: true,
  },
  {
    kind: 'words of a wallet',
    gates: ['nemonic', 'NEMONIC', 'hrase', 'HRASE', 'seed', 'SEED'],
    form: /(?:mnemonic|phrase|seed)\b[\w "']{0,24}\s{0,4}[:=(,]{0,2}\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![\w ])/gi,
    chosen: true,
  },
  {
    kind: 'passphrase',
    gates: ['assphrase', 'ASSPHRASE'],
    form: /passphrase["']?\]?(?:\s{0,3}[:=>(|]{1,2}\s{0,3}["'`]?|\s["'])([a-z]{3,10}(?: [a-z]{3,10}){3,7})(?=["'`<]|\s*\|)/gi,
    chosen: true,
  },
  {
    kind: 'recovery codes',
    gates: ['codes'],
    form: /\b(?:recovery|backup) codes\b[^\n]{0,60}\n((?:[ \t]*(?:[-*] )?[a-z0-9]{4,8}-[a-z0-9]{4,8}\s{1,4}){2,16})/gi,
    chosen: false,
  },
  {
    kind: 'cookie',
    gates: ['"value"', "'value'", '\tTRUE\t', '\tFALSE\t'],
    form: /(?:["']name["']: ?["'][\w.-]{0,80}(?:sess|auth|cookie|logged_in|sid)[\w.-]{0,60}["'],\s{0,40}["']value["']: ?["']|\t(?:TRUE|FALSE)\t\d{1,12}\t\S{1,80}\t)([^\s"']{16,2048})/gi,
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
    gates: [
      'Fernet(',
      'hmac',
      'Hmac',
      'HMAC',
      'Account.from_key',
      'Wallet(',
      'TOTP(',
      'SecurityKey(',
      'SignedString(',
    ],
    form: /(?:Fernet|hmac\.new|create_?hmac|from_key|\bWallet|TOTP|SecurityKey|SignedString)\((?:["']sha\d{1,3}["'], ?)?(?:[\w.[\]]{1,40}\()?b?["']([^\s"']{16,256})/gi,
    chosen: true,
  },
  {
    kind: 'value that a comment names',
    gates: ['// ', '# '],
    form: /["'](?=[^"'\n]{8,128}["'][^\n"']{0,8}(?:\/\/|#) ?(?:[\w ]{0,24}(?:password|secret|token|(?:api|access|private|signing|encryption) key)|key)\b)([^\s"']{8,128})/gi,
    chosen: true,
  },
  {
    kind: 'value given before its name',
    gates: ['forKey:'],
    form: /["'](?=[^"'\s]{8,256}["'], ?forKey: ?["'][\w.-]{0,40}(?:password|pwd|pass|secret|token|key)["'])([^\s"']{8,256})/gi,
    chosen: true,
  },
  {
    kind: 'private key',
    gates: ['"kty"'],
    form: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"([\w-]{20,1024})/g,
    chosen: false,
  },
  {
    kind: 'AWS key',
    gates: ['Secret access key'],
    form: /Secret access key\r?\n(?:[^\n,]{0,80},){1,8}?([A-Za-z0-9+/]{40})(?![\w+/=])/g,
    chosen: false,
  },
  {
    kind: 'token on a command line',
    gates: ['login ', '-stdin', '--with-token'],
    form: /\becho (?:-n )?["']?(?=[^\s"'|]{16,256}["']? ?\| ?\w[\w -]{0,60}(?:\blogin\b|-stdin|--with-token))([^\s"'|]{16,256})/g,
    chosen: false,
  },
  {
    kind: 'token on a command line',
    gates: ['codecov', 'oathtool'],
    form: /\b(?:codecov\b[^\n]{0,120}? -t |oathtool\b[^\n]{0,60}? (?:-b|--base32) )["']?([A-Za-z0-9-]{16,64})(?![\w-])/g,
    chosen: false,
  },
  {
    kind: 'secret in a call',
    gates: ['.login('],
    form: /\.login\((?:(?:key|token) ?= ?)?["']([^\s"'@]{20,256})/g,
    chosen: false,
  },
  {
    kind: 'password in a call',
    gates: ['auth=(', 'BasicAuth(', 'getConnection('],
    form: /(?:\b\w{0,10}auth=|BasicAuth|getConnection)\((?:["']?[^\s"',()]{1,120}["']?, ?){1,2}["']([^\s"']{8,256})/g,
    chosen: true,
  },
  {
    kind: 'password in a header',
    gates: ['honeycomb-team'],
    form: /x-honeycomb-team["']?\s{0,3}[:=,]\s{0,3}["']?([A-Za-z0-9]{20,64})/gi,
    chosen: false,
  },
  {
    kind: 'Vault token',
    gates: ['vault', 'VAULT', 'Vault'],
    form: /(?<![\w.])s\.([A-Za-z0-9]{24})(?![\w.(])/g,
    chosen: false,
  },
  {
    kind: 'encryption key',
    gates: ['encrypt', 'private-key'],
    form: /\b(?:encrypt["']?\s{0,3}[:=]\s{0,3}["']|private-key <\(echo ["']?)([A-Za-z0-9+/]{22,43}={1,2})/g,
    chosen: false,
  },
  {
    kind: 'password in settings',
    gates: [
      'enable secret',
      'enable password',
      'community ',
      ' key ',
      'username ',
      'masterauth ',
      'requirepass ',
    ],
    form: /(?:(?<![\w-])(?:enable (?:secret|password)|username \S{1,64}(?: privilege \d{1,2})? (?:secret|password)|snmp-server community|pre-shared-key address \S{1,45} key|crypto isakmp key|(?:tacacs|radius)-server [^\n]{0,60}\bkey)|(?:^|\n)[ \t]*(?:masterauth|requirepass)) (?:\d )?["']?([^\s"']{6,128})/g,
    chosen: true,
  },
  {
    kind: 'password in settings',
    gates: ['@'],
    form: /(?:^|\n)\[?[\w-]+\.[\w.-]{1,80}\]?(?::\d{2,5})?[ \t]{1,16}[\w.+-]{1,64}@[\w.-]{1,80}:([^\s:/]{6,128})(?=\s|$)/g,
    chosen: true,
  },
  {
    kind: 'password in a list',
    gates: [':5432:', ':5433:', ':6432:', ':*:'],
    form: /(?<![\w.*:-])[\w.*-]{1,128}:(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s"'`]{6,128})(?=["'`]?(?:\s|$))/g,
    chosen: true,
  },
  {
    kind: 'authorization',
    gates: ['uthorization', 'UTHORIZATION'],
    form: /authorization\\{0,3}["'`]?\]?\s{0,3}(?:[:=,]|=>)\s{0,3}\\{0,3}["'`]?[a-z][\w-]{2,30}[ =](?:token=)?["']?([\w+/=.:~-]{16,2048})/gi,
    chosen: false,
  },
  {
    kind: 'webhook',
    gates: ['/hook', '/webhook'],
    form: /:\/\/[^\s"'`<>?#]{1,128}\/(?:web)?hooks?\/(?:[\w-]{1,24}\/){0,3}([\w-]{20,256})(?![\w-])/g,
    chosen: false,
  },
  {
    kind: 'certificate of an app',
    gates: ['ertificate', 'ERTIFICATE'],
    form: /app[_-]?certificate\\{0,3}["'`]?\]?\s{0,3}[:=,]{1,2}\s{0,3}\\{0,3}["'`]?([0-9a-f]{32})(?![0-9a-f])/gi,
    chosen: false,
  },
  {
    kind: 'password in prose',
    gates: ['asic auth'],
    form: /`[\w.-]{1,32}:(?=[^\s`"']{8,128}`[^\n]{0,40}\bbasic auth)([^\s`"']{8,128})/gi,
    chosen: true,
  },
  {
    kind: 'words of a wallet',
    gates: ['WalletProvider(', 'fromMnemonic(', 'fromPhrase(', 'ganache'],
    form: /(?:WalletProvider\(|from(?:Mnemonic|Phrase)\(|\bganache\S{0,8} (?:[^\n"']{0,80} )?-m )\s{0,4}["']((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?=["'])/g,
    chosen: true,
  },
  {
    kind: 'passphrase',
    gates: ['assword', 'ASSWORD'],
    form: /(?:[Pp]assword|PASSWORD)["']?\]?\s{0,3}[:=]{1,2}\s{0,3}["'](?![^"'\n]*\b(?:the|and|for|your|you|must|has|have|not|new|with|enter|from|this|that|can|cannot|should|please|user|again|forgot|reset|change|set|was|are|will|use|used|than|least|too|same|here|confirm|current|old|wrong|invalid|match|does|did|one|two|all|any|but)\b)([a-z]{3,10}(?: [a-z]{3,10}){3,7})(?=["'])/g,
    chosen: true,
  },
];

/** The data of a secret, which comes after its kind as people write it, and before it as `kubectl` prints it. */
const YAML_DATA = '(?:^|\\n)data:[ \\t]*\\r?\\n(?:[ \\t]+[^\\n]{1,16384}(?:\\n|$)){1,64}';
const JSON_DATA = '"data": ?\\{[^{}]{0,32768}\\}';
const YAML_KIND = '(?:^|\\n)kind: ["\']?Secret\\b';
const NOT_NEXT = '(?:(?!\\n---)[\\s\\S]){0,2000}?';
const KUBERNETES_SECRET = new RegExp(
  `${YAML_KIND}${NOT_NEXT}${YAML_DATA}|${YAML_DATA}${NOT_NEXT}${YAML_KIND}|"kind": ?"Secret"[^{}]{0,400}(?:\\{[^{}]{0,2000}\\}[^{}]{0,80})?${JSON_DATA}|${JSON_DATA}[^{}]{0,80}"kind": ?"Secret"`,
  'g',
);

interface SecretList {
  readonly kind: string;
  readonly gates: readonly string[];
  /** A stretch of text that names what it lists. */
  readonly block: RegExp;
  /** One value in it; the secret is group 1, and the match ends with it. */
  readonly item: RegExp;
  readonly chosen: boolean;
}

export const LISTS: readonly SecretList[] = [
  {
    kind: 'Kubernetes secret',
    gates: ['kind: Secret', 'kind: "Secret"', '"kind": "Secret"', '"kind":"Secret"'],
    block: KUBERNETES_SECRET,
    // Names of users and certificates (base64 of -----BEGIN C) are public.
    item: /(?:(?<!(?:\buser(?:name)?|\.crt)["']?):[ \t]{0,8}["']?|\n[ \t]{2,40})(?!LS0tLS1CRUdJTiBD)([A-Za-z0-9+/]{11,16384}={0,2})(?=["']?[\s,}]|["']?$)/g,
    chosen: false,
  },
  {
    kind: 'Kubernetes secret',
    gates: ['stringData:', '"stringData"'],
    block:
      /(?:^|\n)stringData:[ \t]*\r?\n(?:[ \t]+[^\n]{1,2048}(?:\n|$)){1,64}|"stringData": ?\{[^{}]{0,32768}\}/g,
    item: /(?<!\buser(?:name)?["']?):[ \t]{0,8}["']?([\w+/=-]{16,2048})(?=["']?[ \t]*(?:[\r\n,}]|$))/g,
    chosen: false,
  },
  {
    kind: 'cookie',
    gates: ['ookie:', 'OOKIE:', "ookie'", 'ookie"', ' -b ', 'ookies = {'],
    block:
      /(?:\bcookie["'],\s{1,40}["']value["']|\bcookie["']?[:,]|\bcurl\b[^\n]{0,200} -b |\bcookies = \{)[^\n]{0,4096}/gi,
    item: /\b[\w.-]{1,64}(?:=|["']: ?["'])([^\s;"']{16,1024})/g,
    chosen: false,
  },
  {
    kind: 'key in a list',
    gates: ['keys', 'KEYS', 'secrets', 'tokens'],
    block:
      /(?:unseal|recovery|secret|signing|encryption|api|access|private)_?(?:keys|tokens|secrets)(?:_b64|_hex|_base64)?["']?\s{0,3}[:=]\s{0,3}(?:\[[^\]]{0,2048}|(?:\n[ \t]*-[ \t][^\n]{1,300}){1,16})|\btokens["']?\s{0,3}[:=]?\s{0,3}\{[^{}]{0,1024}/gi,
    item: /(?<=["'\s])(?<!"(?:n|x|y|kid)": ?")([A-Za-z0-9+/=_-]{20,256})(?=["'\s,\]]|$)/g,
    chosen: false,
  },
  {
    kind: 'key in a list',
    gates: ['Private Keys'],
    block: /Private Keys\r?\n=+\r?\n(?:\(\d{1,3}\) (?:0x)?[0-9a-f]{64}\s{1,4}){1,20}/g,
    item: /\) (?:0x)?([0-9a-f]{64})/g,
    chosen: false,
  },
  {
    kind: 'password in a list',
    gates: ['sswords', 'SSWORDS'],
    block: /passwords["']?\s{0,3}(?::[^=\n]{1,40})?[:=]\s{0,3}[{[][^}\]]{0,2048}/gi,
    item: /[:,[]\s{0,8}["']([^\s"']{8,128})(?=["'])/g,
    chosen: true,
  },
  {
    kind: 'password in SQL',
    gates: ['INSERT INTO', 'insert into'],
    block:
      /INSERT INTO [^\n(]{1,80}\((?=[^)\n]{0,300}\bpass(?:word|wd)?\b)[^)\n]{1,300}\)\s{0,8}VALUES[^\n]{0,2000}/gi,
    item: /["'](?![^\s"']{1,64}@[\w-]{1,64}\.)([^\s"']{8,128})(?=["'])/g,
    chosen: true,
  },
  {
    kind: 'password in a list',
    gates: ['chpasswd:'],
    block: /\bchpasswd:\s{1,8}(?:expire:[^\n]{1,20}\s{1,8})?list:[ |>-]*(?:\r?\n[ \t]+[^\n]{1,200}){1,16}/g,
    item: /[\w.-]{1,32}:([^\s:"']{6,128})(?=\s|$)/g,
    chosen: true,
  },
];
