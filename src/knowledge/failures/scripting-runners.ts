import { block, type Failure, type FailureParser, failure, firstText, type Place } from './failure.ts';

/** RSpec, and Minitest as Rails and Rake run it. */
export const ruby: FailureParser = (lines) => [
  ...lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\s+\d+\) (\S.*)$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\s+\d+\) \S|^Finished in |^Failed examples:/);
    const at = body.findIndex((text) => text.includes('Failure/Error:'));
    if (at === -1) return [];
    const said = body.slice(at).filter((text) => !/^\s+#/.test(text));
    const message = said.map((text) => text.replace('Failure/Error:', '').trim()).filter(Boolean);
    const place = placeIn(body, /^\s+# (\S+?\.rb):(\d+)(?::in .*)?$/, /\/gems\//);
    return [failure('rspec', { title, place, message: message.join(' ') })];
  }),
  ...lines.flatMap((line, index): readonly Failure[] => {
    const match = /^(\S+#\S+) \[(\S+\.rb):(\d+)\]:$/.exec(line);
    if (match === null) return [];
    const [, title, path = '', at] = match;
    const body = block(lines, index + 1, /^\s*$/);
    const message = body.map((text) => text.trim()).join(' ');
    return [failure('minitest', { title, place: { path, line: Number(at) }, message })];
  }),
];

/** PHPUnit, and Pest. */
export const php: FailureParser = (lines) => [
  ...lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\d+\) (\S+::\S.*)$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\d+\) \S+::|^(?:FAILURES|ERRORS)!|^--$/);
    const place = placeIn(body, /^(\S+\.php):(\d+)$/, /\/vendor\//);
    return [failure('phpunit', { title, place, message: firstText(body) })];
  }),
  ...lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\s*FAILED\s+(\S+ > \S.*?)\s*$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\s*FAILED\s|^\s*Tests:\s/);
    const place = placeIn(body, /^\s*at (\S+\.php):(\d+)$/, /\/vendor\//);
    return place === undefined ? [] : [failure('pest', { title, place, message: firstText(body) })];
  }),
];

/** ExUnit, as `mix test` runs it. */
export const mix: FailureParser = (lines) =>
  lines.flatMap((line, index): readonly Failure[] => {
    const match = /^\s+\d+\) ((?:test|property|doctest) .+) \((\S+)\)$/.exec(line);
    if (match === null) return [];
    const body = block(lines, index + 1, /^\s+\d+\) (?:test|property|doctest) |^Finished in /);
    // The first line says where the test begins, a frame of the stack where it failed.
    const frames = body.slice(body.findIndex((text) => text.trim() === 'stacktrace:') + 1);
    const place = placeIn(frames, /^\s+(?:\([^)]*\) )?(\S+\.exs?):(\d+)(?::.*)?$/, /^deps\//);
    return [
      failure('mix test', { title: `${match[2]} ${match[1]}`, place, message: firstText(body.slice(1)) }),
    ];
  });

/** `dotnet test`, and errors of `dotnet build`. */
export const dotnet: FailureParser = (lines) => [
  ...lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\s*Failed (\S+(?:\(.*\))?) \[[^\]]+\]$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\s*(?:Failed|Passed|Skipped)!? |^Test Run /);
    const at = body.findIndex((text) => text.trim() === 'Error Message:');
    const said = block(body, at + 1, /^\s*Stack Trace:/).map((text) => text.trim());
    const place = placeIn(body, /^\s+at .* in (.+\.(?:cs|fs|vb)):line (\d+)$/, /^$/);
    return [failure('dotnet test', { title, place, message: said.join(' ') })];
  }),
  ...lines.flatMap((line): readonly Failure[] => {
    const match = /^\s*(\S+\.(?:cs|fs|vb))\((\d+),\d+\): error (\w+: .+?)(?: \[[^\]]*\])?$/.exec(line);
    if (match === null) return [];
    const place = { path: match[1] ?? '', line: Number(match[2]) };
    return [failure('dotnet build', { place, message: match[3] })];
  }),
];

/** The first path and line that a pattern finds, outside of other people's code. */
function placeIn(lines: readonly string[], pattern: RegExp, foreign: RegExp): Place | undefined {
  for (const line of lines) {
    const [, path, at] = pattern.exec(line) ?? [];
    if (path !== undefined && !foreign.test(path)) return { path, line: Number(at) };
  }
  return undefined;
}
