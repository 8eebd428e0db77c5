import { z } from 'zod';
import { plural } from '../core/text/plural.ts';
import { listProjects } from '../sessions/projects.ts';
import { defineOperation } from './operation.ts';

export const projects = defineOperation({
  name: 'projects',
  summary: 'List your projects in the store',
  description: 'Each project has its own store unless the setting `store` names a shared one.',
  topic: 'Index and store',
  input: z.object({}),
  output: z.object({
    projects: z.array(
      z.object({
        project: z.string(),
        current: z.boolean().describe('True for the project of this call'),
        root: z.string().optional().describe('Folder it was last indexed from'),
        files: z.number(),
        chunks: z.number(),
        commits: z.number(),
        indexedAt: z.number().optional().describe('When the last run ended, in milliseconds since 1970'),
      }),
    ),
  }),
  effect: 'read',
  http: { method: 'GET', path: '/projects' },
  examples: [
    { title: 'What a shared store holds', command: 'dossier projects --store postgres://db/dossier' },
  ],
  run: async (engine) => ({ projects: [...(await listProjects(engine))] }),
  print: ({ projects: listed }) =>
    listed.length === 0
      ? 'The store has no project of yours yet. Run "dossier index".'
      : listed
          .map(
            ({ project, current, files, root }) =>
              `${current ? '*' : ' '} ${project}  ${plural(files, 'file')}${root === undefined ? '' : `  ${root}`}`,
          )
          .join('\n'),
});
