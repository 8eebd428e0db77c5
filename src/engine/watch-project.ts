import type { Engine } from './engine.ts';
import type { IndexOptions } from './index-options.ts';
import { type IndexReport, indexFiles, indexProject } from './index-project.ts';

/** Keeps the index right while files change, until the signal is raised. Each update is told to `onUpdate`. */
export async function watchProject(
  engine: Engine,
  options: IndexOptions & { readonly onUpdate: (report: IndexReport) => void },
): Promise<void> {
  const watcher = await engine.watcher();
  for await (const paths of watcher.changes({ signal: options.signal })) {
    const report =
      paths === 'everything' ? await indexProject(engine, options) : await indexFiles(engine, paths, options);
    if (report.indexed > 0 || report.removed > 0) options.onUpdate(report);
  }
}
