import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { Inputs } from './inputs.ts';
import type { Library } from './method.ts';

/** Names whose documented input is not what the schema takes. */
type Outdated = {
  [Name in keyof Library]: Name extends keyof Inputs
    ? [Inputs[Name], z.input<Library[Name]['input']>] extends [z.input<Library[Name]['input']>, Inputs[Name]]
      ? never
      : Name
    : Name;
}[keyof Library];

it('the documented inputs are those of the schemas; if not, run "npm run docs"', () => {
  expectTypeOf<Outdated>().toEqualTypeOf<never>();
});
