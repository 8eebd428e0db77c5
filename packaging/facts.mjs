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
        'Call the tool context_query of the server dossier with this question, then answer it from what it gives and cite the ids: $ARGUMENTS',
    },
    remember: {
      description: 'Keep a fact, decision or preference for later sessions',
      hint: '[what to keep]',
      prompt:
        'Call the tool remember of the server dossier with this, shortened to one or two sentences with the reason: $ARGUMENTS',
    },
    premortem: {
      description: 'What is likely to go wrong with a task, with evidence',
      hint: '[task]',
      prompt:
        'Call the tool premortem of the server dossier for this task, then list the likely failures with their citations and what to do against each: $ARGUMENTS',
    },
  },
};
