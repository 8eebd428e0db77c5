import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram, INSTALLED, warnOfMissing } from './agents/agents.ts';
import { runAgent, shellTurn } from './agents/run-agent.ts';
import { makeSample, type Sample } from './agents/sample-project.ts';
import { binary } from './run-binary.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-packages-'));
  execFileSync(process.execPath, ['scripts/build-packages.mjs', folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the packages', () => {
  it('have one version, and every JSON file parses', () => {
    for (const path of files().filter((file) => file.endsWith('.json')))
      JSON.parse(readFileSync(path, 'utf8'));
    expect([
      json('claude-code/dossier/.claude-plugin/plugin.json').version,
      json('server.json').version,
      json('mcpb/manifest.json').version,
      json('gemini-extension/gemini-extension.json').version,
      json('devcontainer/src/dossier/devcontainer-feature.json').version,
    ]).toEqual(Array.from({ length: 5 }, () => version));
  });

  it('start the program that is installed, never a package by its name alone', () => {
    for (const path of files()) expect(readFileSync(path, 'latin1')).not.toMatch(/npx\s+(?:-y\s+)?dossier/);
    expect(json('claude-code/dossier/.mcp.json').mcpServers.dossier).toEqual({
      command: 'dossier',
      args: ['mcp'],
    });
  });

  it('have the hooks that init writes and the commands a user types', () => {
    expect(Object.keys(json('claude-code/dossier/hooks/hooks.json').hooks)).toContain('UserPromptSubmit');
    expect(readdirSync(join(folder, 'claude-code/dossier/commands')).sort()).toEqual([
      'ask.md',
      'premortem.md',
      'remember.md',
    ]);
    expect(readFileSync(join(folder, 'skill/dossier/SKILL.md'), 'utf8')).toMatch(/^---\nname: dossier\n/);
  });

  it('have a rule that Cursor always applies', () => {
    const [, front = '', text = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(
        readFileSync(join(folder, 'cursor/rules/dossier.mdc'), 'utf8'),
      ) ?? [];
    expect(front.split('\n').map((line) => line.split(':')[0])).toEqual(['description', 'alwaysApply']);
    expect(front).toContain('alwaysApply: true');
    expect(text).toContain('context_query');
  });

  it('have an action that comments what went wrong before, whatever the title of the pull request', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dossier-action-'));
    const bin = join(root, 'bin');
    const project = join(root, 'project');
    for (const path of [bin, project]) mkdirSync(path);
    writeFileSync(join(bin, 'dossier'), `#!/bin/sh\nexec "${process.execPath}" "${resolve(binary)}" "$@"\n`, {
      mode: 0o755,
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: project });
    git('init', '-q');
    for (const [at, message] of [
      'Add upload',
      'Fix upload of empty files',
      'Fix crash in upload',
    ].entries()) {
      writeFileSync(join(project, 'upload.ts'), `export const upload = ${at};\n`);
      git('add', '.');
      git('commit', '-qm', message);
    }
    const base = String(git('rev-parse', 'HEAD')).trim();
    writeFileSync(join(project, 'upload.ts'), 'export const upload = 9;\n');
    git('commit', '-qam', 'Change upload');
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
      request.on('end', () => response.writeHead(201).end('{}'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const title of ['Upload many files', '--store=elsewhere.sqlite']) {
      await promisify(execFile)(process.execPath, [join(folder, 'action/comment.mjs')], {
        cwd: project,
        env: {
          PATH: `${bin}:${process.env['PATH']}`,
          HOME: root,
          XDG_CACHE_HOME: join(root, 'cache'),
          BASE: base,
          TITLE: title,
          COMMENTS: `http://127.0.0.1:${port}/comments`,
          GITHUB_TOKEN: 'none',
        },
      });
    }
    await new Promise((done) => server.close(done));
    expect(existsSync(join(project, 'elsewhere.sqlite'))).toBe(false);
    rmSync(root, { recursive: true });
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      expect(JSON.parse(body).body).toContain('What went wrong here before');
      expect(JSON.parse(body).body).toContain('upload.ts');
    }
  }, 120_000);

  it('have a bundle that is a zip archive with its manifest first', () => {
    const bytes = readFileSync(join(folder, `dossier-${version}.mcpb`));
    expect(bytes.toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
    expect(bytes.toString('latin1', 30, 43)).toBe('manifest.json');
  });
});

/** How each agent installs its package from the folder, and how a user then asks. */
const INSTALL: Readonly<
  Record<string, (sample: Sample, program: string) => { readonly say: string; readonly told: string }>
> = {
  claude: (sample, program) => {
    sample.run(program, 'plugin', 'validate', join(folder, 'claude-code'));
    sample.run(program, 'plugin', 'marketplace', 'add', join(folder, 'claude-code'));
    sample.run(program, 'plugin', 'install', 'dossier@dossier');
    return { say: '/dossier:ask where is the sum of two numbers?', told: 'then answer from what it returns' };
  },
  gemini: (sample, program) => {
    // It asks whether the folder of an extension is trusted.
    sample.inHome('.gemini/trustedFolders.json', {
      [sample.root]: 'TRUST_FOLDER',
      [folder]: 'TRUST_FOLDER',
    });
    sample.run(program, 'extensions', 'validate', join(folder, 'gemini-extension'));
    sample.run(program, 'extensions', 'install', '--consent', join(folder, 'gemini-extension'));
    return {
      say: 'Why does the sum of two numbers come out negative?',
      told: 'This project is indexed by Dossier',
    };
  },
  opencode: (sample) => {
    cpSync(join(folder, 'opencode/dossier.js'), join(sample.root, '.opencode/plugins/dossier.js'));
    cpSync(join(folder, 'opencode/opencode.json'), join(sample.root, 'opencode.json'));
    return { say: 'Why does the sum of two numbers come out negative?', told: '<dossier>' };
  },
};

warnOfMissing(Object.keys(INSTALL));
for (const agent of INSTALLED.filter(({ name }) => name in INSTALL)) {
  it(`${agent.name} installs its package, and its model gets server, hooks and instructions`, async () => {
    const sample = makeSample(binary);
    const { say, told } = INSTALL[agent.name]?.(sample, agent.program) ?? { say: '', told: '' };
    const { requests } = await runAgent(agent, sample, {
      say: [say],
      turns: [shellTurn(agent, 'npx vitest run src/sum.test.js'), { text: 'It subtracts.' }],
    });
    const [first = '', second = ''] = requests
      .filter(({ tools }) => tools.length > 0)
      .map(({ text }) => text);
    expect(first).toContain(told);
    expect(first + second).toMatch(/dossier[\w-]*context_query/);
    expect(first).toContain('Sums are never negative');
    expect(second).toContain('src/sum.js:1-5');
    rmSync(sample.home, { recursive: true, force: true });
  });
}

const mcpb = findProgram({ program: 'mcpb' });
if (mcpb === undefined)
  process.stderr.write('*** Not installed: @anthropic-ai/mcpb. The bundle is NOT opened by it.\n');
else {
  it('the bundle is valid, opens, and serves the folder that the user chose', async () => {
    execFileSync(mcpb, ['validate', join(folder, 'mcpb/manifest.json')]);
    const opened = join(folder, 'opened');
    execFileSync(mcpb, ['unpack', join(folder, `dossier-${version}.mcpb`), opened]);
    const { server } = json('opened/manifest.json');
    expect(existsSync(join(opened, server.entry_point))).toBe(true);
    const sample = makeSample(binary);
    const [script, project] = server.mcp_config.args.map((argument: string) =>
      argument.replace('${__dirname}', opened).replace('${user_config.project}', sample.root),
    );
    const client = new Client({ name: 'desktop', version: '0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [script, project],
        env: { ...sample.env },
      }),
    );
    const { content } = await client.callTool({
      name: 'context_query',
      arguments: { query: 'the sum of two numbers' },
    });
    expect(JSON.stringify(content)).toContain('src/sum.js');
    await client.close();
    rmSync(sample.home, { recursive: true, force: true });
  });
}
