import { languageNamed } from '../../core/languages.ts';

/** A sentence as a comment of the language; in brackets where the language is unknown. */
export function commentMarker(sentence: string, language: string | undefined): string {
  const [open, close] = languageNamed(language ?? 'text')?.comment ?? ['[', ']'];
  return open + sentence + close;
}

/** Whether a line is nothing but a comment, a decorator or an attribute, judged by its first characters. */
export function looksLikeComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|'''|@\w|\[\w)/.test(line);
}
