/**
 * Secrets never reach the store or a context: files made to hold them are not read at all, and tokens
 * inside other files are masked where the text is read, so that everything behind sees only the mask.
 */
export function isSecretFile(path: string): boolean {
  // Many file systems take names in any case for the same.
  const plain = path.toLowerCase();
  const name = plain.slice(plain.lastIndexOf('/') + 1);
  if (EXAMPLE.test(name)) return false;
  return SECRET_NAMES.has(name) || SECRET_ENDINGS.test(name) || SECRET_PATHS.test(plain);
}

/** Whether masking could change a text: no line of one without these has anything to mask. */
export function mayHoldSecrets(text: string): boolean {
  return HINT.test(text) || KEY_START.test(text);
}

/** Masks tokens of known form and private keys. The number of lines stays the same. */
export function maskSecrets(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly masked: number;
} {
  let masked = 0;
  let insideKey = false;
  const result: string[] = [];
  for (const line of lines) {
    const clean: string = insideKey || KEY_START.test(line) ? maskKeyLine(line, insideKey) : maskTokens(line);
    if (KEY_START.test(line)) insideKey = !KEY_END.test(line);
    else if (insideKey && (KEY_END.test(line) || !KEY_BODY.test(line))) insideKey = false;
    if (clean !== line) masked++;
    result.push(clean);
  }
  return masked === 0 ? { lines, masked } : { lines: result, masked };
}

/** The same for a text that is no file. */
export function maskSecretsIn(text: string): { readonly text: string; readonly masked: number } {
  if (!mayHoldSecrets(text)) return { text, masked: 0 };
  const { lines, masked } = maskSecrets(text.split('\n'));
  return { text: masked === 0 ? text : lines.join('\n'), masked };
}

export const MASK = '[masked]';

const EXAMPLE = /\.(example|sample|template|dist|defaults?|schema)$|^(example|sample)\./;
const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.env',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.htpasswd',
  '.git-credentials',
  '.dockercfg',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'credentials.json',
  'client_secret.json',
  'service-account.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.json',
  'master.key',
]);
const SECRET_ENDINGS =
  /^\.env\.|\.env$|\.(pem|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|key|tfstate)$|\.tfstate\.backup$/;
const SECRET_PATHS = /(^|\/)\.(aws|ssh|gnupg|kube)\/(credentials|config|id_[\w]+|[\w.-]*key[\w.-]*)$/;

/** Tokens whose prefix says what they are, as their issuers document them. Group 1 stays, the rest is masked. */
const TOKENS: readonly RegExp[] = [
  /\b(AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b/g,
  /\b(gh[pousr]_)[A-Za-z0-9]{36,}/g,
  /\b(github_pat_)[A-Za-z0-9_]{40,}/g,
  /\b(glpat-|gldt-|glrt-)[\w-]{20,}/g,
  /\b(xox[abeoprs]-)[\w-]{10,}/g,
  /\b(sk-(?:ant-|proj-|svcacct-|admin-)?)[A-Za-z0-9_-]{32,}/g,
  /\b([sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16,}/g,
  /\b(AIza)[\w-]{35}/g,
  /\b(ya29\.)[\w-]{20,}/g,
  /\b(npm_)[A-Za-z0-9]{36}\b/g,
  /\b(pypi-AgE)[\w-]{50,}/g,
  /\b(SG\.)[\w-]{16,}\.[\w-]{16,}/g,
  /\b(hf_)[A-Za-z0-9]{30,}/g,
  /\b(dop_v1_|doo_v1_|dor_v1_)[a-f0-9]{64}/g,
  /\b(shp(?:at|ca|pa|ss)_)[a-fA-F0-9]{32}/g,
  /\b(key-)[a-f0-9]{32}\b/g,
  /\b(AGE-SECRET-KEY-1)[0-9A-Z]{50,}/g,
  // Ends where another one could begin: a long run of beginnings would take the square of its length.
  /\b(eyJ)(?:(?!\beyJ)[\w-]){15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/g,
  /\b(AccountKey=)[A-Za-z0-9+/]{60,}=*/g,
  /(_authToken\s*=\s*)[^\s$]{16,}/g,
];
/** A line without any of these cannot hold such a token; saves running twenty expressions over every line. */
const HINT =
  /AKIA|ASIA|AGPA|AIDA|AROA|ANPA|gh[pousr]_|github_pat_|gl(?:pat|dt|rt)-|xox|sk-|k_live_|k_test_|whsec_|AIza|ya29|npm_|pypi-|SG\.|hf_|do[por]_v1|shp|key-|AGE-SECRET|eyJ|AccountKey|_authToken/;

const KEY_START = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/;
const KEY_BODY = /[A-Za-z0-9+/=]{16,}|^\s*(Proc-Type|DEK-Info|Version|Comment)|^\W*$|-----/;

function maskTokens(line: string): string {
  if (line.length < 16 || !HINT.test(line)) return line;
  let clean = line;
  for (const token of TOKENS) clean = clean.replace(token, `$1${MASK}`);
  return clean;
}

function maskKeyLine(line: string, inside: boolean): string {
  if (inside && !KEY_BODY.test(line)) return maskTokens(line);
  return line
    .replace(/[A-Za-z0-9+/=]{16,}/g, MASK)
    .replace(/(-----BEGIN [A-Z0-9 ]*KEY[A-Z ]*-----).+$/, `$1${MASK}`);
}
