import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import { BudgetBar } from '../anatomy/budget-bar.tsx';
import {
  type ContextDiff,
  diffContexts,
  type FileDiff,
  type Side,
  type Stretch,
} from '../anatomy/line-diff.ts';
import { askContext } from '../ask-context.ts';
import { type AskSettings, INITIAL_SETTINGS, readSettings, writeSettings } from '../ask-settings.ts';
import { DraftField } from '../components/draft-field.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { Path } from '../components/path.tsx';
import { QuestionField } from '../components/question-field.tsx';
import { describeSettings, SettingsBar } from '../components/settings-bar.tsx';
import { SourceLines } from '../components/source-lines.tsx';
import { copyText } from '../copy-text.ts';
import { counted } from '../names.ts';
import { status } from '../project-state.ts';
import { formatAddress, go, replace, useAddress } from '../router.ts';
import { useStore } from '../store.ts';
import { useAnswer } from '../use-answer.ts';
import { useFollowing } from '../use-following.ts';

interface Pair {
  readonly left: Context;
  readonly right: Context;
}
interface Sides {
  readonly left: AskSettings;
  readonly right: AskSettings;
  /** The right side's own question, where it has one. */
  readonly other: string;
}

/** Without settings in the address the right side searches by keywords alone, so that the sides differ. */
const FIRST_RIGHT = writeSettings({ ...INITIAL_SETTINGS, strategies: ['keyword'] }, 'right-');

function readSides(written: URLSearchParams): Sides {
  const given = [...written.keys()].length > 0;
  return {
    left: readSettings(written, 'left-'),
    right: readSettings(given ? written : FIRST_RIGHT, 'right-'),
    other: written.get('other') ?? '',
  };
}

function writeSides({ left, right, other }: Sides): URLSearchParams {
  return new URLSearchParams([
    ...writeSettings(left, 'left-'),
    ...writeSettings(right, 'right-'),
    ...(other === '' ? [] : [['other', other]]),
    // An address without settings means the first comparison, not two equal sides.
    ['two', '1'],
  ]);
}

/** One question under two settings, or two questions: which lines both print, and which only one. */
export function Compare() {
  const { path, settings: written } = useAddress();
  const asked = path[1] ?? '';
  const [question, setQuestion] = useFollowing(asked);
  const sides = useSides(written);
  const state = useStore(status);
  const ask = useCallback(
    async (query: string, signal: AbortSignal): Promise<Pair> => {
      const [left, right] = await Promise.all([
        askContext(query, sides.left, { signal }),
        askContext(sides.other === '' ? query : sides.other, sides.right, { signal }),
      ]);
      return { left, right };
    },
    [sides],
  );
  const [answer, run] = useAnswer(ask);
  useEffect(() => {
    if (asked !== '') run(asked);
  }, [asked, run]);
  const change = (part: Partial<Sides>) =>
    replace(asked === '' ? ['compare'] : ['compare', asked], writeSides({ ...sides, ...part }));
  const submit = (text: string) => (text === asked ? run(text) : go(['compare', text], writeSides(sides)));
  return (
    <>
      <form
        class="ask-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') submit(question.trim());
        }}
      >
        <QuestionField
          value={question}
          onChange={setQuestion}
          onAsk={submit}
          loading={answer.loading}
          placeholder="One question, two settings"
        />
        <div class="compare-sides">
          <fieldset>
            <legend>Left</legend>
            <SettingsBar
              idPrefix="left-"
              value={sides.left}
              onChange={(left) => change({ left })}
              model={state?.embeddingModel}
            />
          </fieldset>
          <fieldset>
            <legend>Right</legend>
            <SettingsBar
              idPrefix="right-"
              value={sides.right}
              onChange={(right) => change({ right })}
              model={state?.embeddingModel}
            />
            <DraftField
              label="Another question"
              value={sides.other}
              placeholder="the same"
              onChange={(other) => change({ other: other.trim() })}
            />
          </fieldset>
          <div class="ask-tools">
            <a class="button ghost" href={formatAddress(asked === '' ? ['ask'] : ['ask', asked])}>
              <Icon name="ask" /> One answer
            </a>
            <button
              type="button"
              class="ghost"
              disabled={asked === ''}
              onClick={() => void copyText(location.href, 'The link to this comparison is copied.')}
            >
              <Icon name="share" /> Share
            </button>
          </div>
        </div>
      </form>
      <ErrorNote text={answer.error} onRetry={() => run(asked)} />
      {asked === '' && (
        <Empty icon="compare" title="What does a setting change?">
          <p class="quiet">
            Ask one question under two settings. The right side begins with words alone, so that you see what
            meaning, names and the graph add. Vectors of two models never mix, so another embedder needs a
            store of its own.
          </p>
        </Empty>
      )}
      {answer.loading && answer.value === undefined && <Skeleton rows={8} />}
      {asked !== '' && answer.value !== undefined && (
        <Result pair={answer.value} sides={sides} stale={answer.loading} />
      )}
    </>
  );
}

function useSides(written: URLSearchParams): Sides {
  const sides = readSides(written);
  const key = writeSides(sides).toString();
  return useMemo(() => sides, [key]);
}

function Result(props: { readonly pair: Pair; readonly sides: Sides; readonly stale: boolean }) {
  const { left, right } = props.pair;
  const { sides } = props;
  const diff = useMemo(() => diffContexts(left, right), [left, right]);
  const [only, setOnly] = useState<Side>();
  return (
    <div class={`comparison ${props.stale ? 'is-stale' : ''}`}>
      <div class="compare-bars">
        <section aria-label="Left">
          <h2 class="side-left">
            Left <span class="side-settings">{describeSettings(sides.left)}</span>
          </h2>
          <BudgetBar context={left} beside={2} />
        </section>
        <section aria-label="Right">
          <h2 class="side-right">
            Right{' '}
            <span class="side-settings">
              {sides.other === ''
                ? describeSettings(sides.right)
                : `${sides.other} · ${describeSettings(sides.right)}`}
            </span>
          </h2>
          <BudgetBar context={right} beside={2} />
        </section>
      </div>
      <p class="verdict">
        {SIDES.map((side) => (
          <button
            type="button"
            key={side}
            class={`side-${side}`}
            aria-pressed={only === side}
            onClick={() => setOnly(only === side ? undefined : side)}
          >
            {counted(diff.lines[side], 'line')} {SAID[side]}
          </button>
        ))}
      </p>
      <Diff diff={only === undefined ? diff : ofSide(diff, only)} />
    </div>
  );
}

const SIDES: readonly Side[] = ['left', 'both', 'right'];

/** The same comparison with the stretches of one side only. */
function ofSide({ files, others, lines }: ContextDiff, side: Side): ContextDiff {
  return {
    lines,
    files: files.flatMap((file) => {
      const stretches = file.stretches.filter((stretch) => stretch.side === side);
      return stretches.length === 0 ? [] : [{ ...file, stretches }];
    }),
    others: others.filter((other) => other.side === side),
  };
}

const SAID: Readonly<Record<Side, string>> = { left: 'only left', both: 'in both', right: 'only right' };

/** Files with what each side prints of them: the left's lines on the left, the right's on the right. */
function Diff(props: { readonly diff: ContextDiff }) {
  const { files, others } = props.diff;
  const differing = (file: FileDiff) =>
    file.stretches
      .filter(({ side }) => side !== 'both')
      .reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const sorted = files.toSorted((a, b) => differing(b) - differing(a));
  // The first difference is seen without a click.
  const [chosen, setChosen] = useState<string>();
  const open = chosen ?? sorted[0]?.path;
  return (
    <ol class="diff" aria-label="Files">
      {sorted.map(({ path, stretches }) => (
        <li key={path}>
          <button
            type="button"
            aria-expanded={open === path}
            onClick={() => setChosen(open === path ? '' : path)}
          >
            <Path path={path} />
            <span>
              {stretches.map((stretch) => (
                <Range key={stretch.from} {...stretch} />
              ))}
            </span>
          </button>
          {open === path &&
            beside(stretches).map((stretch) => <StretchLines key={stretch.from} path={path} {...stretch} />)}
        </li>
      ))}
      {others.map(({ id, name, side }) => (
        <li key={id}>
          <span>
            {name} <span class={`stretch-tag side-${side}`}>{SAID[side]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface Placed extends Stretch {
  readonly row: number;
}

/** What only one side prints stands beside what only the other does; lines of both end both columns. */
function beside(stretches: readonly Stretch[]): readonly Placed[] {
  const rows = { left: 1, right: 1 };
  return stretches.map((stretch) => {
    if (stretch.side !== 'both') return { ...stretch, row: ++rows[stretch.side] };
    rows.left = rows.right = Math.max(rows.left, rows.right) + 1;
    return { ...stretch, row: rows.left };
  });
}

/** Lines of both are folded, as in any diff. */
function StretchLines(props: Placed & { readonly path: string }) {
  const { path, from, to, side, row } = props;
  const [open, setOpen] = useState(side !== 'both');
  return (
    <details
      class={`lines-${side}`}
      style={{ '--row': row }}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Range {...props} /> {SAID[side]}
      </summary>
      {open && <SourceLines location={{ path, startLine: from, endLine: to }} />}
    </details>
  );
}

function Range({ from, to, side }: Stretch) {
  return (
    <span class={`stretch-tag side-${side}`} title={SAID[side]}>
      {from === to ? from : `${from}–${to}`}
    </span>
  );
}
