import pg from 'pg';
import { storableText } from '../shared/storable-text.ts';

/** Escapes a text for a statement that takes no parameters, normalized as a parameter would be. */
export function sqlLiteral(text: string): string {
  return pg.escapeLiteral(storableText(text));
}
