import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../src/operations/operation.ts';
import { call } from '../api.ts';
import { ChartFrame, HEIGHT, WIDTH } from '../components/chart.tsx';
import { Icon } from '../components/icon.tsx';
import { ErrorNote } from '../components/notice.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { ago, counted, formatCount, when } from '../names.ts';
import { formatAddress } from '../router.ts';

const run = (onProgress: (progress: Progress) => void) => call('eval', {}, { onProgress });
type Report = Awaited<ReturnType<typeof run>>;
type Question = Report['questions'][number];

const MAX_MISSES = 8;
/** Commits the line averages over: one commit is found or not, which draws a saw. */
const WINDOW = 10;

/** How well search does on the project's own history, commit by commit. */
export function Evaluation(props: { readonly evaluatedAt: number | undefined }) {
  const [report, setReport] = useState<Report>();
  const [progress, setProgress] = useState<Progress>();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState('');
  const { evaluatedAt } = props;
  useEffect(() => {
    if (evaluatedAt === undefined) return;
    call('eval', { last: true }).then(setReport, (cause: Error) => setError(cause.message));
  }, [evaluatedAt]);
  const start = async () => {
    setRunning(true);
    setError('');
    try {
      setReport(await run(setProgress));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    } finally {
      setRunning(false);
      setProgress(undefined);
    }
  };
  return (
    <section aria-label="Evaluation">
      <div class="row">
        <h2>Graded on its own history</h2>
        <button type="button" disabled={running} onClick={() => void start()}>
          {report === undefined ? 'Grade search' : 'Grade again'}
        </button>
        {report !== undefined && (
          <span class="quiet" title={when(report.measuredAt)}>
            {counted(report.questions.length, 'commit')} asked {ago(report.measuredAt)}
          </span>
        )}
      </div>
      {report === undefined && !running && (
        <p class="quiet">
          Each of the last hundred commits becomes a question to the tree before it: does search find what the
          commit changed? It takes about a minute, and nothing in the project changes.
        </p>
      )}
      {running && <ProgressBar progress={progress} />}
      <ErrorNote text={error} onRetry={() => void start()} />
      {report !== undefined && <Grades report={report} />}
    </section>
  );
}

function Grades(props: { readonly report: Report }) {
  const { average, questions, budget } = props.report;
  const grades = [
    ['changed file first', average.recallAt1],
    ['in the first five', average.recallAt5],
    ['in the first ten', average.recallAt10],
    [`changed lines in ${formatCount(budget)} tokens`, average.lines],
  ] as const;
  const misses = questions.filter(({ recallAt10 }) => recallAt10 === 0);
  return (
    <>
      <dl class="facts">
        {grades.map(([name, share]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{percent(share)}</dd>
          </div>
        ))}
      </dl>
      <OverTime questions={questions} />
      <Earlier report={props.report} />
      {misses.length > 0 && (
        <details>
          <summary>{counted(misses.length, 'commit')} not found in the first ten</summary>
          <ul class="misses">
            {misses.slice(0, MAX_MISSES).map(({ sha, question }) => (
              <li key={sha}>
                <a href={formatAddress(['ask', question])}>
                  <Icon name="ask" /> {question}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const EARLIER_SHOWN = 8;

/** What search was graded before, newest first, to see whether it gets better. */
function Earlier(props: { readonly report: Report }) {
  const { earlier } = props.report;
  if (earlier.length === 0) return null;
  return (
    <table class="earlier-grades">
      <caption>Graded before</caption>
      <thead>
        <tr>
          {['when', 'first', 'first five', 'first ten', 'lines'].map((name) => (
            <th scope="col" class="number" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {earlier
          .toReversed()
          .slice(0, EARLIER_SHOWN)
          .map(({ measuredAt, average, commits }) => (
            <tr key={measuredAt}>
              <th scope="row" class="number" title={`${when(measuredAt)}, ${counted(commits, 'commit')}`}>
                {ago(measuredAt)}
              </th>
              {[average.recallAt1, average.recallAt5, average.recallAt10, average.lines].map(
                (share, column) => (
                  <td class="number" key={column}>
                    {percent(share)}
                  </td>
                ),
              )}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** A dot per commit, oldest left: the share of its changed files in the first ten; the line averages ten of them. */
function OverTime(props: { readonly questions: readonly Question[] }) {
  const sorted = props.questions.toSorted((a, b) => a.time - b.time);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || sorted.length < 2) return null;
  const x = (place: number) => ((place + 0.5) / sorted.length) * WIDTH;
  const y = (share: number) => HEIGHT - 4 - share * (HEIGHT - 8);
  const line = sorted.map((_, place) => {
    const window = sorted.slice(Math.max(0, place - WINDOW + 1), place + 1);
    const mean = window.reduce((sum, { recallAt10 }) => sum + recallAt10, 0) / window.length;
    return `${x(place).toFixed(1)},${y(mean).toFixed(1)}`;
  });
  return (
    <ChartFrame
      title="Changed files in the first ten, by commit"
      label={`Share of changed files in the first ten, ${counted(sorted.length, 'commit')} over time`}
      scale={['100 %', '50 %', '0']}
      times={[first, last].map(({ time }) => new Date(time).toLocaleDateString('en'))}
    >
      <polyline class="chart-line" points={line.join(' ')} />
      {sorted.map(({ sha, question, recallAt10 }, place) => (
        <circle key={sha} class="chart-dot" cx={x(place)} cy={y(recallAt10)} r="1.5">
          <title>{`${question}: ${percent(recallAt10)}`}</title>
        </circle>
      ))}
    </ChartFrame>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
