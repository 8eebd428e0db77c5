import { looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/**
 * The bodies of private keys. Only what can be a key's body counts: after a header line merely quoted in code or prose,
 * the text is left alone.
 */
export function findPrivateKeys(text: string): SecretSpan[] {
  const found = findByteKeys(text);
  if (!GATES.some((gate) => text.includes(gate))) return found;
  for (const mark of text.matchAll(MARK)) {
    let at = mark.index + mark[0].length;
    let rows = 0;
    for (;;) {
      BETWEEN.lastIndex = at;
      at += BETWEEN.exec(text)?.[0].length ?? 0;
      ROW.lastIndex = at;
      const row = ROW.exec(text)?.[0] ?? '';
      // The last row may be short; the end marker after it identifies it.
      const last = rows > 0 && row !== '' && END.test(text.slice(at + row.length, at + row.length + 40));
      if (!last && (row.length < MIN_ROW || !looksRandom(row))) break;
      found.push({ start: at, end: at + row.length, kind: 'private key' });
      at += row.length;
      rows++;
    }
  }
  return found;
}

/** Keys written as 64 bytes, as wallets keep them. Tables of 64 numbers have smaller or fewer different ones. */
function findByteKeys(text: string): SecretSpan[] {
  return [...text.matchAll(BYTES)].flatMap(({ 0: { length }, 1: list = '', index }) => {
    const bytes = list.split(',').map(Number);
    const drawn = new Set(bytes).size >= MIN_DIFFERENT && Math.max(...bytes) >= MIN_GREATEST;
    if (!drawn || bytes.some((byte) => byte > 255)) return [];
    return [{ start: index + 1, end: index + length - 1, kind: 'private key' }];
  });
}
const BYTES = /\[(\s{0,8}\d{1,3}(?:,\s{0,8}\d{1,3}){63}\s{0,8})\]/g;
const MIN_DIFFERENT = 40;
const MIN_GREATEST = 200;

const GATES = ['PRIVATE KEY', 'Private-Lines', 'OpenVPN Static key'];
const MARK =
  /-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|Private-Lines: \d{1,4}/g;
/** Line breaks, literal or escaped, the syntax of strings and comments around them, and the key's header lines. */
const BETWEEN =
  /(?:[\s"'`+,|>#*]|\\[nrt\\"]|\\(?=\r?\n)|\/\/|(?<=\n[ \t]*|\\n)(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n\\]{0,200})*/y;
const ROW = /[A-Za-z0-9+/=]+/y;
const END = /^(?:[\s"'`+,|>#*]|\\[nrt]|\/\/)*(?:=|-----END|Private-MAC|$)/;
const MIN_ROW = 16;
