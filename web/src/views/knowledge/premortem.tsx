import { useState } from 'preact/hooks';
import { DOMAINS, type Domain } from '../../../../src/core/vocabulary.ts';
import { Anatomy } from '../../anatomy/anatomy.tsx';
import { call } from '../../api.ts';
import { Choice } from '../../components/choice.tsx';
import { Icon } from '../../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../../components/notice.tsx';
import { ScoreBar } from '../../components/score-bar.tsx';
import { TextField } from '../../components/text-field.tsx';
import { copyText } from '../../copy-text.ts';
import { counted } from '../../names.ts';
import { useAnswer } from '../../use-answer.ts';

interface Plan {
  readonly task: string;
  readonly domain: Domain | 'any';
}

const ANY_OR_ONE: readonly Plan['domain'][] = ['any', ...DOMAINS];

/** The domain alone is a question too. */
const ask = ({ task, domain }: Plan) =>
  call('premortem', {
    maxTokens: 4000,
    ...(domain === 'any' ? {} : { domain }),
    ...(task === '' ? {} : { task }),
  });
type Premortem = Awaited<ReturnType<typeof ask>>;

/** What went wrong before in this domain, as a page to print or to paste into a pull request. */
export function Premortem() {
  const [task, setTask] = useState('');
  const [domain, setDomain] = useState<Plan['domain']>('any');
  const [answer, run] = useAnswer(ask);
  const [asked, setAsked] = useState<Plan>();
  const context = answer.value;
  return (
    <div class="stack">
      <form
        class="row is-low no-print"
        onSubmit={(event) => {
          event.preventDefault();
          const plan = { task: task.trim(), domain };
          setAsked(plan);
          run(plan);
        }}
      >
        <div class="grow">
          <TextField label="About to" value={task} onChange={setTask} required={domain === 'any'} />
        </div>
        <Choice label="Domain" of={ANY_OR_ONE} value={domain} onChange={setDomain} />
        <button type="submit" class="primary">
          Brief me
        </button>
      </form>
      <ErrorNote text={answer.error} />
      {answer.loading && context === undefined && <Skeleton rows={4} />}
      {context === undefined && !answer.loading && (
        <Empty icon="experience" title="Before you start: what went wrong last time?">
          <p>
            Say what you are about to do. The briefing lists failures, surprises and root causes from this
            project.
          </p>
        </Empty>
      )}
      {context !== undefined && asked !== undefined && <Briefing context={context} plan={asked} />}
    </div>
  );
}

function Briefing(props: { readonly context: Premortem; readonly plan: Plan }) {
  const { context, plan } = props;
  const [selected, setSelected] = useState<string>();
  const [apart, setApart] = useState(false);
  if (context.items.length === 0)
    return (
      <Empty
        icon="check"
        title={
          plan.domain === 'any'
            ? 'Nothing is recorded about this.'
            : `Nothing is recorded about ${plan.domain}.`
        }
      >
        <p>Experiences are recorded by agents, or under Experiences.</p>
      </Empty>
    );
  return (
    <>
      <article class="briefing budget-free">
        <header class="row">
          <div class="grow">
            <h2>{plan.task === '' ? `Premortem: ${plan.domain}` : plan.task}</h2>
            <p class="quiet">{counted(context.items.length, 'lesson')} from this project</p>
          </div>
          <span class="no-print">
            <button type="button" class="ghost" onClick={() => print()}>
              <Icon name="print" /> Print
            </button>
            <button
              type="button"
              class="ghost"
              onClick={() => void copyText(context.context, 'The briefing is copied as Markdown.')}
            >
              <Icon name="copy" /> Copy for a pull request
            </button>
            <button type="button" class="ghost" aria-pressed={apart} onClick={() => setApart(!apart)}>
              <Icon name="sliders" /> Take apart
            </button>
          </span>
        </header>
        <BriefingText context={context} title={plan.task} />
      </article>
      {apart && <Anatomy context={context} selected={selected} onSelect={setSelected} />}
    </>
  );
}

/** Headings, lists and paragraphs of the text; everything stays text. The title stands above it already. */
function BriefingText(props: { readonly context: Premortem; readonly title: string }) {
  const { context, items } = props.context;
  const lines = context
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^`{3,}/.test(line))
    .filter((line, index) => index > 0 || props.title === '' || !line.endsWith(props.title));
  return (
    <div class="briefing-text text">
      {lines.map((line, index) => {
        const [, marks, title] = /^(#{1,4})\s+(.*)$/.exec(line) ?? [];
        if (title !== undefined) {
          return marks === '##' || marks === '#' ? (
            <h3 key={`${index} ${line}`}>{title}</h3>
          ) : (
            <h4 key={`${index} ${line}`}>{title}</h4>
          );
        }
        const [, cite, said] = /^(?:[>*-]\s+)?(?:(\[[a-z]+-\d+\])\s+)?(.*)$/.exec(line) ?? [];
        return (
          <p key={`${index} ${line}`}>
            <span>
              {said} {cite !== undefined && <span class="cite">{cite}</span>}
            </span>
            {items
              .filter(({ citation }) => `[${citation}]` === cite)
              .map((item) => (
                <ScoreBar key={item.id} {...item} />
              ))}
          </p>
        );
      })}
    </div>
  );
}
