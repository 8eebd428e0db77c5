import { useEffect } from 'preact/hooks';
import { call, switchProject } from '../api.ts';
import { useAnswer } from '../use-answer.ts';
import { when } from './when.ts';

const load = () => call('projects', {});

/** The projects of the store, and a way to look at another. */
export function ProjectList() {
  const [answer, read] = useAnswer(load);
  useEffect(() => {
    read(undefined);
  }, [read]);
  const projects = answer.value?.projects ?? [];
  return (
    <section>
      <h2>Projects</h2>
      {answer.error !== undefined && <p class="error">{answer.error}</p>}
      <ul class="items">
        {projects.map((entry) => (
          <li class="item item-head" key={entry.project}>
            <button
              type="button"
              class="name"
              aria-pressed={entry.current}
              onClick={() => switchProject(entry.project)}
            >
              {entry.project}
            </button>
            {entry.current && <span class="tag">shown</span>}
            {entry.root !== undefined && <span class="path">{entry.root}</span>}
            <span class="numbers">
              {entry.files.toLocaleString()} files, {entry.commits.toLocaleString()} commits
              {entry.indexedAt === undefined ? ', not indexed yet' : `, indexed ${when(entry.indexedAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
