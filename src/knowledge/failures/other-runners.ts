import {
  block,
  type Failure,
  type FailureParser,
  failure,
  firstPlace,
  firstText,
  type Place,
} from './failure.ts';

export const pytest: FailureParser = (lines) => {
  const places = new Map<string, Place>();
  for (const [index, line] of lines.entries()) {
    const title = /^_{3,} (\S.*?) _{3,}$/.exec(line)?.[1];
    if (title === undefined) continue;
    const body = block(lines, index + 1, /^_{3,} |^={3,} /, 200);
    const matches = body.map((text) => /^(\S+\.py):(\d+): /.exec(text)).filter((match) => match !== null);
    // The last frame is where it was raised.
    const last = matches.at(-1);
    if (last !== undefined) places.set(title, { path: last[1] ?? '', line: Number(last[2]) });
  }
  return lines.flatMap((line): readonly Failure[] => {
    const match = /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S+(?:\[.*?\])?))?(?: - (.*))?$/.exec(line);
    if (match === null) return [];
    const [, path = '', name, message] = match;
    const place = places.get((name ?? '').replaceAll('::', '.')) ?? raisedIn(lines, message);
    return [
      failure('pytest', { title: name ?? path, place: place ?? { path }, message: message ?? 'failed' }),
    ];
  });
};

/** `--tb=line` prints the place and what was raised, which the summary may cut short; not of which test. */
function raisedIn(lines: readonly string[], message: string | undefined): Place | undefined {
  const start = message?.replace(/\.{3}$/, '');
  if (start === undefined) return undefined;
  const raised = lines
    .map((line) => /^(\/\S+\.py):(\d+): (.+)$/.exec(line))
    .filter((match) => match?.[3]?.startsWith(start));
  const [only] = raised;
  return raised.length === 1 && only != null ? { path: only[1] ?? '', line: Number(only[2]) } : undefined;
}

export const goTest: FailureParser = (lines) => {
  const failed = lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\s*--- FAIL: (\S+)/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\s*--- |^FAIL|^ok /);
    // A parent fails because a child does; the child says why.
    if (lines.some((other) => other.includes(`--- FAIL: ${title}/`))) return [];
    const panic = body.find((text) => text.startsWith('panic: '));
    if (panic !== undefined) {
      const frames = body.filter((text) => /^\t\S+\.go:\d+/.test(text) && !text.includes('/go/src/'));
      return [
        failure('go test', { title, place: goPlace(frames[0]), message: panic.replace('panic: ', '') }),
      ];
    }
    const said = body.map((text) => /^\s+(\S+\.go):(\d+): (.*)$/.exec(text)).find((match) => match !== null);
    const place = said == null ? undefined : { path: said[1] ?? '', line: Number(said[2]) };
    return [failure('go test', { title, place, message: said?.[3] ?? 'failed' })];
  });
  const build = lines.flatMap((line): readonly Failure[] => {
    const match = /^(?:vet: )?((?:\.{0,2}\/)?\S+\.go):(\d+):\d+: (.+)$/.exec(line);
    if (match === null) return [];
    return [
      failure('go build', { place: { path: match[1] ?? '', line: Number(match[2]) }, message: match[3] }),
    ];
  });
  return [...failed, ...build];
};

function goPlace(frame: string | undefined): Place | undefined {
  const match = /^\t(\S+\.go):(\d+)/.exec(frame ?? '');
  return match === null ? undefined : { path: match[1] ?? '', line: Number(match[2]) };
}

export const cargo: FailureParser = (lines) => [
  ...nextest(lines),
  ...cargoNames(lines),
  ...lines.flatMap((line, index): readonly Failure[] => {
    const title = /^---- (\S+) stdout ----$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^---- |^failures:/);
    const at = body.findIndex((text) => text.includes('panicked at'));
    const now = /panicked at (\S+?):(\d+):\d+:?$/.exec(body[at] ?? '');
    // Before Rust 1.73 the message was on the same line.
    const before = /panicked at '(.*)', (\S+?):(\d+):\d+$/.exec(body[at] ?? '');
    const path = now?.[1] ?? before?.[2];
    const place = path === undefined ? undefined : { path, line: Number(now?.[2] ?? before?.[3]) };
    return [failure('cargo test', { title, place, message: before?.[1] ?? firstText(body.slice(at + 1)) })];
  }),
  ...lines.flatMap((line, index): readonly Failure[] => {
    const message = /^error(?:\[E\d+\])?: (.+)$/.exec(line)?.[1];
    const at = /^\s*--> (\S+?):(\d+):\d+$/.exec(lines[index + 1] ?? '');
    if (message === undefined || at === null) return [];
    return [failure('cargo build', { place: { path: at[1] ?? '', line: Number(at[2]) }, message })];
  }),
];

/** The names at the end, where what the tests printed was cut off. */
function cargoNames(lines: readonly string[]): readonly Failure[] {
  if (lines.some((line) => /^---- \S+ stdout ----$|^\s+Nextest run ID /.test(line))) return [];
  const start = lines.lastIndexOf('failures:');
  if (start < 0) return [];
  return block(lines, start + 1, /^\S|^$/).flatMap((line) => {
    const title = /^ {4}(\S+)$/.exec(line)?.[1];
    return title === undefined ? [] : [failure('cargo test', { title, place: undefined, message: 'failed' })];
  });
}

function nextest(lines: readonly string[]): readonly Failure[] {
  if (!lines.some((line) => /^\s+Nextest run ID /.test(line))) return [];
  return lines.flatMap((line, index): readonly Failure[] => {
    const match = /^\s*thread '([^']+)'(?: \(\d+\))? panicked at (\S+?):(\d+):\d+:$/.exec(line);
    if (match === null) return [];
    const [, title, path = '', at] = match;
    return [failure('cargo test', { title, place: { path, line: Number(at) }, message: lines[index + 1] })];
  });
}

export const junit: FailureParser = (lines) => [...surefire(lines), ...gradle(lines), ...junitXml(lines)];

function surefire(lines: readonly string[]): readonly Failure[] {
  return lines.flatMap((line): readonly Failure[] => {
    const match = /^\[ERROR\] {3}(\w+)\.(\w+):(\d+)(?:->\S+)? (.+)$/.exec(line);
    if (match === null) return [];
    const [, type = '', method, at, message] = match;
    const place = { path: `${type}.java`, line: Number(at) };
    return [failure('junit', { title: `${type}.${method}`, place, message: message?.replace(/^» /, '') })];
  });
}

function gradle(lines: readonly string[]): readonly Failure[] {
  return lines.flatMap((line, index): readonly Failure[] => {
    const title = /^(\S.* > .+) FAILED$/.exec(line)?.[1];
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^\S/);
    const frames = body.filter((text) => !/org\.junit|java\.base/.test(text));
    const short = /^\s+(\S+) at (\w+\.(?:java|kt|groovy)):(\d+)$/.exec(body[0] ?? '');
    const place = short === null ? firstPlace(frames) : { path: short[2] ?? '', line: Number(short[3]) };
    return [failure('junit', { title, place, message: short?.[1] ?? firstText(body) })];
  });
}

function junitXml(lines: readonly string[]): readonly Failure[] {
  if (!lines.some((line) => line.includes('<testsuite'))) return [];
  const text = lines.join('\n');
  return text
    .split('<testcase')
    .slice(1)
    .flatMap((part): readonly Failure[] => {
      const cut = part.split('</testcase>')[0] ?? '';
      const bad = /<(?:failure|error)\b([^>]*)>/.exec(cut);
      if (bad === null) return [];
      const head = cut.slice(0, cut.indexOf('>'));
      const path = attribute(head, 'file');
      const place = path === undefined ? undefined : { path, line: Number(attribute(head, 'line') ?? 1) };
      const title = [attribute(head, 'classname'), attribute(head, 'name')].filter(Boolean).join('.');
      return [failure('junit', { title, place, message: attribute(bad[1] ?? '', 'message') ?? 'failed' })];
    });
}

function attribute(text: string, name: string): string | undefined {
  const raw = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  return raw?.replace(/&(lt|gt|quot|apos|amp);/g, (_all, entity: string) => ENTITIES[entity] ?? '');
}
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
