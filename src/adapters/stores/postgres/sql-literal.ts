import pg from 'pg';
import { storableText } from '../shared/storable-text.ts';

/** A text inside a statement that cannot have values: the same text that a value would be. */
export function sqlLiteral(text: string): string {
  return pg.escapeLiteral(storableText(text));
}
