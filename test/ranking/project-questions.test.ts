import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryContext } from '../../src/context/query-context.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import { SEARCH_DEFAULTS } from '../../src/core/query.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';

/** A project whose code has the words of every such question. */
const FILES: Readonly<Record<string, string>> = {
  'README.md':
    '# Kettle\n\nKettle boils water on a schedule.\n\n## Installation\n\nRun `pip install kettle`.\n\n## License\n\nMIT\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nBe kind.\n\n## Tests\n\n`make check` runs them.\n\n## Style\n\nBlack, at 88 columns.\n',
  Makefile: 'check:\n\tpytest -q\n',
  'pyproject.toml': '[project]\nname = "kettle"\ndependencies = ["pyserial"]\n',
  'docs/architecture.md': '# Architecture\n\nThe heater is driven by the scheduler.\n',
  'CHANGELOG.md': '# Changelog\n\n## 1.2\n\n- Boils faster.\n\n## 1.1\n\n- Boils.\n',
  'examples/README.md': '# What this project does\n\nAn example of a project that runs tests.\n',
  'src/project.py':
    'class Project:\n    """What this project does: runs the tests of a project."""\n\n    def run_tests(self):\n        """Run the tests, build the project, start it."""\n        return self.start()\n\n    def start(self):\n        """Where to start; how the code is organized."""\n        return None\n',
  'src/heater.py':
    'def heat(target):\n    """Heats the water until it has the target temperature."""\n    return target\n',
};

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-project-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  engine = openEngine({
    root,
    environment: {},
    settings: { store: `${root}.sqlite`, 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}.sqlite`, { force: true });
});

async function ask(text: string) {
  const options = { ...SEARCH_DEFAULTS, ...assembleOptionsSchema.parse({ maxTokens: 1000 }), map: 0 };
  return queryContext(engine, text, options, { now: 0 });
}

describe('a question about the whole project', () => {
  it.each([
    ['what does this project do', 'README.md', 'boils water'],
    ['was macht dieses Projekt?', 'README.md', 'boils water'],
    ['что делает этот проект', 'README.md', 'boils water'],
    ['这个项目是做什么的', 'README.md', 'boils water'],
    ['このプロジェクトは何をするものですか', 'README.md', 'boils water'],
    ['what is kettle', 'README.md', 'boils water'],
    ['how do I install it', 'README.md', 'pip install'],
    ['how do I run the tests', 'CONTRIBUTING.md', 'make check'],
    ['¿cómo ejecuto las pruebas?', 'CONTRIBUTING.md', 'make check'],
    ['coding conventions', 'CONTRIBUTING.md', '88 columns'],
    ['how is the code organized', 'docs/architecture.md', 'driven by the scheduler'],
    ["what's new in this version", 'CHANGELOG.md', 'Boils faster'],
    ['which dependencies does it have', 'pyproject.toml', 'pyserial'],
  ])('"%s" is answered by %s first', async (question, path, text) => {
    const { items, context, query } = await ask(question);
    expect(query.certainty).toBe('likely');
    expect(items[0]?.location?.path).toBe(path);
    expect(context).toContain(text);
    expect(items[0]?.reasons.map(({ rule }) => rule)).toContain('about-project');
  });
  it('leaves questions about a part to the search', async () => {
    for (const question of ['how does heating the water work', 'what does heat do', 'what is heat']) {
      const { items } = await ask(question);
      expect(items.flatMap(({ reasons }) => reasons.map(({ rule }) => rule))).not.toContain('about-project');
    }
  });
});
