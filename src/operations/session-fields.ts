import { z } from 'zod';

/** Input of every operation that omits what a session already received. */
export const sessionFields = {
  session: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the session; items it was already given are listed in one line, not repeated'),
  fresh: z.boolean().default(false).describe('Repeat what this session has already received'),
};
