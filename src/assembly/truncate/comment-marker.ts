/** How a language writes a comment on a line of its own. */
const LINE_COMMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      [
        '//',
        'typescript tsx javascript jsx java c cpp csharp c_sharp go rust swift kotlin scala php dart groovy objc solidity zig jsonc less scss protobuf proto',
      ],
      [
        '#',
        'python ruby bash shell sh zsh yaml toml perl r elixir julia make makefile dockerfile powershell cmake nix graphql hcl terraform',
      ],
      ['--', 'lua sql haskell ada elm'],
      [';', 'lisp clojure scheme ini asm'],
      ['%', 'latex tex erlang matlab prolog'],
    ] as const
  ).flatMap(([mark, languages]) => languages.split(' ').map((language) => [language, `${mark} `] as const)),
);

const BLOCK_COMMENTS: Readonly<Record<string, readonly [string, string]>> = {
  html: ['<!-- ', ' -->'],
  xml: ['<!-- ', ' -->'],
  svelte: ['<!-- ', ' -->'],
  vue: ['<!-- ', ' -->'],
  css: ['/* ', ' */'],
  ocaml: ['(* ', ' *)'],
};

/** A sentence as a comment of the language; in brackets where the language has none or is prose. */
export function commentMarker(sentence: string, language: string | undefined): string {
  const key = language?.toLowerCase() ?? '';
  const line = LINE_COMMENTS[key];
  if (line !== undefined) return line + sentence;
  const [open, close] = BLOCK_COMMENTS[key] ?? ['[', ']'];
  return open + sentence + close;
}

/** Whether a line is nothing but a comment, a decorator or an attribute, by the look of its first characters. */
export function looksLikeComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|'''|@\w|\[\w)/.test(line);
}
