import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

  it('have a bundle that is a zip archive with its manifest first', () => {
    const bytes = readFileSync(join(folder, `dossier-${version}.mcpb`));
    expect(bytes.toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
    expect(bytes.toString('latin1', 30, 43)).toBe('manifest.json');
  });
});
