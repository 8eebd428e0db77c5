import { z } from 'zod';

/** The parts of a BERT-like `tokenizer.json` that matter for tokenizing. Other kinds of tokenizer do not match. */
export const wordPieceSchema = z.object({
  normalizer: z
    .object({ lowercase: z.boolean().default(true) })
    .nullish()
    .transform((normalizer) => normalizer ?? { lowercase: false }),
  model: z.object({
    type: z.literal('WordPiece'),
    unk_token: z.string().default('[UNK]'),
    continuing_subword_prefix: z.string().default('##'),
    max_input_chars_per_word: z.int().default(100),
    vocab: z.record(z.string(), z.int()),
  }),
});
export type WordPiece = z.output<typeof wordPieceSchema>;

/** The token ids of a text with the start and end tokens, at most `limit` in all. */
export function wordPieceTokens({ normalizer, model }: WordPiece, text: string, limit: number): number[] {
  const { vocab } = model;
  const tokens: number[] = [];
  const plain = normalizer.lowercase ? withoutAccents(text.toLowerCase()) : text;
  for (const [word] of plain.matchAll(WORD)) {
    if (tokens.length >= limit - 2) break;
    tokens.push(...(piecesOf(word, model) ?? [vocab[model.unk_token] ?? 0]));
  }
  return [vocab['[CLS]'] ?? 0, ...tokens.slice(0, limit - 2), vocab['[SEP]'] ?? 0];
}

/** Words and single punctuation marks, as in BERT's pre-tokenizer; Chinese characters stand alone. */
const WORD = /\p{Script=Han}|[^\s\p{P}\p{S}\p{Script=Han}]+|[\p{P}\p{S}]/gu;

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{Mn}/gu, '');
}

function piecesOf(word: string, model: WordPiece['model']): number[] | undefined {
  if (word.length > model.max_input_chars_per_word) return undefined;
  const pieces: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    let id: number | undefined;
    for (; end > start; end--) {
      const piece = (start === 0 ? '' : model.continuing_subword_prefix) + word.slice(start, end);
      if (Object.hasOwn(model.vocab, piece)) {
        id = model.vocab[piece];
        break;
      }
    }
    if (id === undefined) return undefined;
    pieces.push(id);
    start = end;
  }
  return pieces;
}
