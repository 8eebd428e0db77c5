import { call, switchProject } from '../api.ts';
import { ErrorNote } from '../components/notice.tsx';
import { ago, counted, projectLabel } from '../names.ts';
import { useLoaded } from '../use-answer.ts';

const load = () => call('projects', {});

/** The projects of the store, and a way to switch. */
export function ProjectList() {
  const [answer, reload] = useLoaded(load);
  const projects = answer.value?.projects ?? [];
  if (answer.error === undefined && projects.length < 2) return null;
  return (
    <section aria-label="Projects">
      <h2>Projects in this store</h2>
      <ErrorNote text={answer.error} onRetry={reload} />
      <ul class="items project-list">
        {projects.map((entry) => (
          <li class="item" key={entry.project}>
            <div class="item-head">
              <button
                type="button"
                class="item-title"
                aria-pressed={entry.current}
                onClick={() => switchProject(entry.project)}
              >
                <strong>{projectLabel(entry.project)}</strong>
              </button>
              {entry.current && <span class="tag">shown</span>}
              {entry.root !== undefined && <span class="path">{entry.root}</span>}
              <span class="item-tokens">
                {counted(entry.files, 'file')}, {counted(entry.commits, 'commit')},{' '}
                {entry.indexedAt === undefined ? 'not indexed yet' : `indexed ${ago(entry.indexedAt)}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
