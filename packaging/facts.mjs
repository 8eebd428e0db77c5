// Everything the packages say about Dossier, once. The rest comes from package.json and the built program.
import { readFileSync } from 'node:fs';

const { version, description, license } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

export const FACTS = {
  name: 'dossier',
  version,
  description,
  license,
  /** In the MCP registry; its first part must be a name that the publisher owns. */
  registryName: process.env.DOSSIER_REGISTRY_NAME ?? 'local.dossier/dossier',
  /** Starts the server; the program is the one on the path. */
  server: { command: 'dossier', args: ['mcp'] },
  commands: {
    ask: {
      description: 'Answer a question about this project from its code, docs and history',
      hint: '[question]',
      prompt:
        'Call context_query of the MCP server dossier with this question, then answer from what it returns and cite the ids: $ARGUMENTS',
    },
    remember: {
      description: 'Keep a fact, decision or preference for later sessions',
      hint: '[what to keep]',
      prompt:
        'Call remember of the MCP server dossier with this, in one or two sentences with the reason: $ARGUMENTS',
    },
    premortem: {
      description: 'What is likely to go wrong with a task, with evidence',
      hint: '[task]',
      prompt:
        'Call premortem of the MCP server dossier for this task, then list the likely failures, each with its citation and how to avoid it: $ARGUMENTS',
    },
  },
};
