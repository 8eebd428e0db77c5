import type { LanguageTable } from '../language.ts';
import { c, cpp } from './c.ts';
import { cSharp } from './c-sharp.ts';
import { elixir } from './elixir.ts';
import { go } from './go.ts';
import { java, kotlin, scala } from './java.ts';
import { javascript, tsx, typescript } from './javascript.ts';
import { css, dart, hcl, solidity, swift, zig } from './more.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { bash, lua, php, ruby } from './scripting.ts';

/** Every language with a grammar. docs/languages.md is generated from it. */
export const ALL_LANGUAGES: readonly LanguageTable[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  kotlin,
  scala,
  c,
  cpp,
  cSharp,
  ruby,
  php,
  swift,
  dart,
  lua,
  bash,
  elixir,
  zig,
  solidity,
  hcl,
  css,
];
