import { NATURAL_KINDS } from './natural-kinds.ts';
import type { SecretKind } from './secret-kind.ts';
import { TEXT_KINDS } from './text-kinds.ts';
import { TOKEN_KINDS } from './token-kinds.ts';
import { VALUE_KINDS } from './value-kinds.ts';

export const SECRET_KINDS: readonly SecretKind[] = [
  ...TOKEN_KINDS,
  ...VALUE_KINDS,
  ...TEXT_KINDS,
  ...NATURAL_KINDS,
];
