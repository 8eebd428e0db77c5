import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from './agents.ts';
import {
  mergeHook,
  mergeParagraph,
  mergeProperty,
  mergeToml,
  removeFromJson,
  removeFromToml,
  removeParagraph,
} from './merge-file.ts';
import { type InitOptions, runInit } from './run-init.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-init-'));
  for (const name of ['root', 'home', 'bin', 'state']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/dossier'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const ALL = AGENTS.map((agent) => agent.name);
const write = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, 'root', path)), { recursive: true });
  writeFileSync(join(folder, 'root', path), text);
};
const read = (path: string) => readFileSync(join(folder, 'root', path), 'utf8');
const tree = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, 'root'), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isDirectory() ? '' : readFileSync(path).toString('base64')];
    }),
  );

async function init(options: Partial<InitOptions> = {}, answer?: boolean): Promise<string> {
  let said = '';
  await runInit(
    {
      place: {
        root: join(folder, 'root'),
        home: join(folder, 'home'),
        path: join(folder, 'bin'),
        program: ['/node', '/my copy/main.js'],
      },
      recordPath: join(folder, 'state/init.json'),
      write: (text) => {
        said += text;
      },
      ask: answer === undefined ? undefined : async () => answer,
    },
    { dryRun: false, yes: false, undo: false, hooks: true, instructions: true, ...options },
  );
  return said;
}

describe('init', () => {
  it('finds agents by their folders and programs', async () => {
    mkdirSync(join(folder, 'home/.codex'));
    mkdirSync(join(folder, 'root/.cursor'));
    writeFileSync(join(folder, 'bin/gemini'), '');
    expect(await init({ dryRun: true })).toContain('Agents: Cursor, Codex, Gemini CLI\n');
  });

  it('does not wait for a pipe named like a file of an agent', async () => {
    execFileSync('mkfifo', [join(folder, 'root/AGENTS.md')]);
    expect(await init({ agents: ALL, dryRun: true })).toContain('Left alone: AGENTS.md: It is not a file');
  });

  it('writes to nothing outside the project, also through links', async () => {
    mkdirSync(join(folder, 'home/shared'));
    writeFileSync(join(folder, 'home/profile'), 'mine\n');
    symlinkSync(join(folder, 'home/profile'), join(folder, 'root/CLAUDE.md'));
    symlinkSync(join(folder, 'home/gone'), join(folder, 'root/AGENTS.md'));
    symlinkSync(join(folder, 'home/shared'), join(folder, 'root/.claude'));
    write('GEMINI-real.md', 'inside\n');
    symlinkSync('GEMINI-real.md', join(folder, 'root/GEMINI.md'));
    const said = await init({ agents: ALL, yes: true });
    for (const path of ['CLAUDE.md', 'AGENTS.md', '.claude/settings.json']) {
      expect(said).toContain(`Left alone: ${path}: A link leads it out of the project.`);
    }
    expect(readFileSync(join(folder, 'home/profile'), 'utf8')).toBe('mine\n');
    expect(readdirSync(join(folder, 'home')).sort()).toEqual(['profile', 'shared']);
    expect(readdirSync(join(folder, 'home/shared'))).toEqual([]);
    expect(read('GEMINI-real.md')).toContain('dossier');
  });

  it('writes nothing on a dry run, when refused, and when nobody can be asked', async () => {
    const before = tree();
    await init({ agents: ALL, dryRun: true });
    await init({ agents: ALL }, false);
    expect(await init({ agents: ALL })).toContain('--yes');
    expect(tree()).toEqual(before);
  });

  it('writes valid settings for every agent and nothing the second time', async () => {
    expect(await init({ agents: ALL }, true)).toContain('Gemini CLI reads .gemini only in a trusted folder');
    expect(JSON.parse(read('.mcp.json'))).toEqual({
      mcpServers: { dossier: { command: 'dossier', args: ['mcp'] } },
    });
    const claude = JSON.parse(read('.claude/settings.json'));
    expect(claude.hooks.UserPromptSubmit).toEqual([
      { hooks: [{ type: 'command', command: 'dossier hook UserPromptSubmit', timeout: 5 }] },
    ]);
    expect(JSON.parse(read('.cursor/hooks.json'))).toMatchObject({
      version: 1,
      hooks: { sessionStart: [{ command: 'dossier hook sessionStart' }] },
    });
    expect(read('.codex/config.toml')).toBe(
      '[mcp_servers.dossier]\ncommand = "dossier"\nargs = ["mcp"]\nenv_vars = ["DOSSIER_STORE", "XDG_CACHE_HOME"]\n',
    );
    expect(JSON.parse(read('.gemini/settings.json'))).toMatchObject({
      mcpServers: { dossier: {} },
      hooks: { BeforeAgent: [{}] },
    });
    expect(await init({ agents: ALL, yes: true })).toContain('Nothing to do');
  });

  it('keeps what is there: other servers, comments, own entries, line ends, indentation', async () => {
    write('.mcp.json', '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" } // mine\r\n\t}\r\n}\r\n');
    write('.cursor/mcp.json', '{ "mcpServers": { "dossier": { "command": "/my/own" } } }');
    write('CLAUDE.md', '# Rules\n');
    await init({ agents: ['claude', 'cursor'], yes: true });
    const merged = read('.mcp.json');
    expect(merged).toContain('\t\t"other": { "command": "x" }, // mine\r\n\t\t"dossier": {\r\n');
    expect(parse(merged)).toEqual({
      mcpServers: { other: { command: 'x' }, dossier: { command: 'dossier', args: ['mcp'] } },
    });
    expect(read('.cursor/mcp.json')).toBe('{ "mcpServers": { "dossier": { "command": "/my/own" } } }');
    expect(read('CLAUDE.md').startsWith('# Rules\n\n<!-- dossier:start -->')).toBe(true);
  });

  it('gives opencode a plugin that asks the installed program, anew when the program moved', async () => {
    const path = '.opencode/plugins/dossier.js';
    await init({ agents: ['opencode'], yes: true });
    expect(read(path)).toContain('const [program, ...args] = ["dossier"];');
    write(path, `// mine\n${read(path)}export const Mine = async () => ({});\n`);
    rmSync(join(folder, 'bin/dossier'));
    await init({ agents: ['opencode'], yes: true });
    expect(read(path)).toMatch(/^\/\/ mine\n\/\/ dossier:start[\s\S]*"\/my copy\/main.js"[\s\S]*Mine/);
    await init({ undo: true });
    expect(read(path)).toBe('// mine\nexport const Mine = async () => ({});\n');
  });

  it('leaves a plugin of the user alone', async () => {
    write('.opencode/plugins/dossier.js', 'export const Mine = async () => ({});\n');
    expect(await init({ agents: ['opencode'], yes: true })).toContain(
      'Left alone: .opencode/plugins/dossier.js: It was not written by Dossier',
    );
    expect(read('.opencode/plugins/dossier.js')).toBe('export const Mine = async () => ({});\n');
  });

  it('leaves a broken file alone and does the rest', async () => {
    write('.mcp.json', '{ "mcpServers": ');
    const said = await init({ agents: ['claude'], yes: true });
    expect(said).toContain('Left alone: .mcp.json: It is not valid JSON');
    expect(read('.mcp.json')).toBe('{ "mcpServers": ');
    expect(existsSync(join(folder, 'root/.claude/settings.json'))).toBe(true);
  });

  it('leaves a file that is not UTF-8 alone', async () => {
    write('CLAUDE.md', Uint8Array.from([0xff, 0xfe, 0x41]));
    expect(await init({ agents: ['claude'], yes: true })).toContain('Left alone: CLAUDE.md');
  });

  it('names this very copy where dossier is not on the path, never a package of that name', async () => {
    rmSync(join(folder, 'bin/dossier'));
    const said = await init({ agents: ALL, yes: true });
    expect(said).not.toContain('npx');
    expect(parse(read('.mcp.json')).mcpServers.dossier).toEqual({
      command: '/node',
      args: ['/my copy/main.js', 'mcp'],
    });
    expect(read('.claude/settings.json')).toContain('/node \\"/my copy/main.js\\" hook SessionStart');
    await init({ agents: ALL, yes: true });
    expect(read('.claude/settings.json').match(/SessionStart/g)).toHaveLength(2);
  });

  it.each([
    ['claude', 'Claude Code', '.mcp.json'],
    ['claude', 'Claude Code', '.claude/settings.json'],
    ['codex', 'Codex', '.codex/hooks.json'],
    ['copilot', 'Copilot CLI', '.github/hooks/dossier.json'],
  ])('warns of comments in a file that the agent reads strictly: %s, %s, %s', async (agent, name, path) => {
    write(path, '{\n  // mine\n  "theme": "dark"\n}\n');
    const said = await init({ agents: [agent], yes: true });
    expect(said).toContain(`Warning: ${name} ignores ${path} because it has comments`);
  });

  it('does not warn of comments in a file whose agent accepts them', async () => {
    write('.gemini/settings.json', '{\n  // mine\n  "theme": "dark"\n}\n');
    expect(await init({ agents: ['gemini'], yes: true })).not.toContain('Warning');
  });

  it('writes the file of Kilo Code 7, and that of older versions where they were used', async () => {
    await init({ agents: ['kilo'], yes: true });
    expect(JSON.parse(read('.kilo/kilo.json'))).toEqual({
      mcp: { dossier: { type: 'local', command: ['dossier', 'mcp'], enabled: true } },
    });
    expect(existsSync(join(folder, 'root/.kilocode'))).toBe(false);
    mkdirSync(join(folder, 'root/.kilocode'));
    await init({ yes: true });
    expect(JSON.parse(read('.kilocode/mcp.json'))).toEqual({
      mcpServers: { dossier: { command: 'dossier', args: ['mcp'] } },
    });
  });

  it('names the agents it knows when one is unknown', async () => {
    await expect(init({ agents: ['emacs'] })).rejects.toThrow(/Claude Code/);
  });
});

describe('undo', () => {
  it('gives back every byte, over several runs, and removes what was made', async () => {
    write('.mcp.json', '\uFEFF{"mcpServers":{"a":{"command":"x",},}}   ');
    write('CLAUDE.md', 'no line end');
    write('.gemini/settings.json', '{\n    // theme\n    "theme": "dark"\n}');
    const before = tree();
    await init({ agents: ['claude'], yes: true });
    await init({ agents: ALL, yes: true });
    expect(tree()).not.toEqual(before);
    await init({ undo: true });
    expect(tree()).toEqual(before);
    expect(await init({ undo: true })).toContain('Nothing to undo');
  });

  it('keeps edits made since and takes out only its own entries', async () => {
    await init({ agents: ['claude', 'codex'], yes: true });
    write(
      '.mcp.json',
      read('.mcp.json').replace('"mcpServers": {', '"mcpServers": {\n    "mine": { "command": "m" },'),
    );
    write('.codex/config.toml', `model = "x"\n\n${read('.codex/config.toml')}\n[other]\na = 1\n`);
    write('CLAUDE.md', `${read('CLAUDE.md')}\nMore.\n`);
    expect(await init({ undo: true })).toContain("only Dossier's entries were taken out");
    expect(parse(read('.mcp.json'))).toEqual({ mcpServers: { mine: { command: 'm' } } });
    expect(read('.codex/config.toml')).toBe('model = "x"\n[other]\na = 1\n');
    expect(read('CLAUDE.md')).toBe('\nMore.\n');
  });
});

describe('merging', () => {
  const settings = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });

  it('never loses or changes a value that was there', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 0, 2, 4, '\t'), (before, indent) => {
        const text = JSON.stringify(before, null, indent);
        // The parser of this test would set the prototype.
        fc.pre(!text.includes('__proto__'));
        const clean = parse(text);
        let merged = mergeProperty(text, ['mcpServers', 'dossier'], { command: 'dossier' });
        merged = mergeHook(merged, ['hooks', 'SessionStart'], { command: 'dossier hook SessionStart' });
        expect(parse(merged)).toMatchObject(clean);
        expect(mergeHook(merged, ['hooks', 'SessionStart'], { command: 'dossier hook SessionStart' })).toBe(
          merged,
        );
        expect(parse(removeFromJson(merged))).toEqual(clean);
      }),
    );
  });

  it('of text is undone exactly', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('dossier')),
        (text) => {
          const file = text === '' || text.endsWith('\n') ? text : `${text}\n`;
          expect(mergeParagraph(mergeParagraph(file))).toBe(mergeParagraph(file));
          expect(removeParagraph(mergeParagraph(file)).trimEnd()).toBe(file.trimEnd());
        },
      ),
    );
    const toml = 'a = 1\n';
    expect(removeFromToml(mergeToml(toml, 'mcp_servers', ['d', 'mcp']), 'mcp_servers')).toBe(toml);
  });
});
