import { storableText } from '../shared/storable-text.ts';

/** A row in COPY's text format: tab-separated values with special characters escaped. */
export function copyLine(values: readonly (string | number | boolean | null | Uint8Array)[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: string | number | boolean | null | Uint8Array): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') {
    return storableText(value).replace(/[\\\t\n\r]/g, (special) => ESCAPES[special] ?? special);
  }
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
