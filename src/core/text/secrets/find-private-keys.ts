import { looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/**
 * The bodies of private keys and of Ansible vaults, in whatever strings, comments, lists or logs their rows stand. Only
 * what can be a key's body counts: after a header line merely quoted in code or prose, the text is left alone.
 */
export function findPrivateKeys(text: string): SecretSpan[] {
  const found = findByteKeys(text);
  if (!GATES.some((gate) => text.includes(gate))) return found;
  for (const form of [MARK, ENCODED_MARK]) {
    let end = 0;
    for (const { 0: mark, index } of text.matchAll(form)) {
      // Rows that were taken are not read again.
      if (index < end) continue;
      const rows = rowsAfter(text, index + mark.length, mark.startsWith('$') ? isVaultRow : isLongRow);
      end = rows.at(-1)?.end ?? end;
      found.push(...rows);
    }
  }
  for (const { 0: whole, 1: body = '', index } of text.matchAll(ENCODED_IN_ADDRESS)) {
    found.push({ start: index + whole.length - body.length, end: index + whole.length, kind: KIND });
  }
  for (const { index } of text.matchAll(END_MARK)) found.push(...rowsBefore(text, index));
  return found;
}

/** Row after row, as long as they follow each other in the same way. */
function rowsAfter(text: string, from: number, isFarRow: (row: string) => boolean): SecretSpan[] {
  const found: SecretSpan[] = [];
  let length = 0;
  let gap: RegExp | undefined;
  for (let at = from; found.length < MAX_ROWS; ) {
    let start = at + matchAt(BETWEEN, text, at).length;
    let row = matchAt(ROW, text, start);
    if (!isRow(text, start, row, { length, first: found.length === 0 })) {
      // Whatever else stands between the rows of a log, a builder or a listing, it is the same for each.
      const [, between = '', far = ''] = execAt(found.length === 0 ? FIRST_FAR_ROW : FAR_ROW, text, at) ?? [];
      const same = gap === undefined ? '' : matchAt(gap, text, at);
      start = at + (same === '' ? between.length : same.length);
      row = same === '' ? far : matchAt(ROW, text, start);
      if (same === '' ? !isFarRow(row) : row === '') break;
      if (same === '' && found.length > 0) gap = alike(between);
    }
    found.push({ start, end: start + row.length, kind: KIND });
    length = row.length;
    at = start + row.length;
  }
  return found;
}

/** The rest of a key whose beginning was cut off: the lines before its end. */
function rowsBefore(text: string, until: number): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let end = until; found.length < MAX_ROWS && end > 0; ) {
    const start = text.lastIndexOf('\n', end - 2) + 1;
    const [row = ''] = /^[A-Za-z0-9+/=]*/.exec(text.slice(start, Math.min(end, start + 200))) ?? [];
    const isLine = text.slice(start + row.length, end).trim() === '' && row !== '';
    if (!isLine || (found.length > 0 && (row.length < MIN_LONG_ROW || !looksRandom(row)))) break;
    found.push({ start, end: start + row.length, kind: KIND });
    end = start;
  }
  return found.length > 1 ? found.reverse() : [];
}

/** Matches a text that differs in nothing but its numbers. */
function alike(text: string): RegExp {
  const form = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ {2,}/g, ' +')
    .replace(/\d+/g, '\\d+');
  return new RegExp(form, 'y');
}

function isRow(
  text: string,
  start: number,
  row: string,
  { length, first }: { readonly length: number; readonly first: boolean },
): boolean {
  // The last row may be short; the end marker after it identifies it.
  if (!first && row !== '' && END.test(text.slice(start + row.length, start + row.length + 60))) return true;
  if (row.length < MIN_ROW) return false;
  return row.length === length || BEGINNING.test(row) || looksRandom(row);
}

/** A row that is known for one without what stands around it: no hash, which has letters of one case. */
function isLongRow(row: string): boolean {
  return row.length >= MIN_LONG_ROW && /[a-z]/.test(row) && /[A-Z]/.test(row) && looksRandom(row);
}

/** A row of a vault is as long as no hash. */
function isVaultRow(row: string): boolean {
  return /^[0-9a-f]{80}$/.test(row);
}

/** Keys written as 64 bytes, as wallets keep them. Tables of 64 numbers have smaller or fewer different ones. */
function findByteKeys(text: string): SecretSpan[] {
  return [...text.matchAll(BYTES)].flatMap(({ 0: { length }, 1: list = '', index }) => {
    const bytes = list.split(',').map(Number);
    const drawn = new Set(bytes).size >= MIN_DIFFERENT && Math.max(...bytes) >= MIN_GREATEST;
    if (!drawn || bytes.some((byte) => byte > 255)) return [];
    return [{ start: index + 1, end: index + length - 1, kind: KIND }];
  });
}
const BYTES = /\[(\s{0,8}\d{1,3}(?:,\s{0,8}\d{1,3}){63}\s{0,8})\]/g;
const MIN_DIFFERENT = 40;
const MIN_GREATEST = 200;

const KIND = 'private key';
const GATES = [
  ...[
    'PRIVATE KEY',
    'PRIVATE%20KEY',
    'PRIVATE+KEY',
    'Private-Lines',
    'OpenVPN Static key',
    '$ANSIBLE_VAULT;',
  ],
  ...['LS0tLS1CRUdJTi', 'TFMwdExTMUNSVWRKVGlC', 'JEFOU0lCTEVfVkFVTFQ7'],
];
const MARK =
  /-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|Private-Lines: \d{1,4}|\$ANSIBLE_VAULT;\d\.\d;AES(?:256)?(?:;[\w.-]{1,40})?/g;
/** Base64 of the beginnings of PEM, RSA, EC, DSA, OpenSSH, encrypted and PGP keys and of a vault; or base64 of that. */
const ENCODED_MARK =
  /(?<![A-Za-z0-9+/])(?:LS0tLS1CRUdJTi(?=BQUklWQVRF|BSU0Eg|BFQyBQ|BEU0Eg|BPUEVOU1NI|BFTkNS|BQR1AgUFJJ)|TFMwdExTMUNSVWRKVGlC(?=UVVrb|U1UwR|RlF5Q|RFUwR|UFVFV|RlRrT|UVIxQ)|JEFOU0lCTEVfVkFVTFQ7)/g;
/** A key inside an address or a form. */
const ENCODED_IN_ADDRESS =
  /-----BEGIN(?:%20|\+)(?:[A-Z0-9]{1,10}(?:%20|\+)){0,3}PRIVATE(?:%20|\+)KEY(?:(?:%20|\+)BLOCK)?-----([\w%+.*!()-]{40,16384}?)(?=-----END|[^\w%+.*!()-]|$)/g;
const END_MARK = /(?<=\n)-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g;
/** Line breaks, literal or escaped, the syntax of strings and comments around them, and the key's header lines. */
const BETWEEN =
  /(?:[\s"'`+,|>#*$;.&[\]()\u200b-\u200f\u2060\ufeff]|\\+(?:u000[adAD]|x0[adAD]|[nrt"'\\])|\\(?=\r?\n)|\/\/|&#(?:1[03]|x[adAD]);|<br ?\/?>|`[nr]|(?<=\n[ \t]*)-{1,2}(?!-)|[bBrRfFuU](?=["'])|Proc-Type: ?4,ENCRYPTED|DEK-Info: ?[\w-]{1,30},[0-9A-Fa-f]{8,64}|(?:Version|Comment|Hash|Charset): ?[^\n\\"'`<&]{0,80}?(?=[\n\r\\"'`<&]| {2}|$))*/y;
const ROW = /[A-Za-z0-9+/=]+/y;
const FIRST_FAR_ROW = /((?:(?!-----)[\s\S]){0,240}?)(?<![A-Za-z0-9+/=])([A-Za-z0-9+/=]{40,})/y;
const FAR_ROW = /((?:(?!-----)[\s\S]){0,80}?)(?<![A-Za-z0-9+/=])([A-Za-z0-9+/=]{40,})/y;
/** How keys in DER and OpenSSH's form begin: too regular to look random. */
const BEGINNING = /^(?:MI[EIGHJC]|b3BlbnNzaC1rZXk)/;
const END =
  /^(?:[\s"'`+,|>#*$;.&[\]()]|\\+(?:u000[ad]|x0[ad]|[nrt"'])|\/\/|&#(?:1[03]|x[ad]);|<br ?\/?>)*(?:=|-----END|Private-MAC|$)/i;
const MIN_ROW = 16;
const MIN_LONG_ROW = 40;
/** A key of 16,384 bits has 200. */
const MAX_ROWS = 400;

function execAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

function matchAt(form: RegExp, text: string, at: number): string {
  return execAt(form, text, at)?.[0] ?? '';
}
