import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { Context, IncludedItem } from '../../../src/core/context.ts';
import { Anatomy } from '../anatomy/anatomy.tsx';
import { type Certainty, extrasOf } from '../anatomy/extras.ts';
import { call } from '../api.ts';
import { askContext } from '../ask-context.ts';
import { type AskSettings, isCodeAlone, readSettings, writeSettings } from '../ask-settings.ts';
import { FirstVisit, IndexingNote } from '../components/first-visit.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { Path } from '../components/path.tsx';
import { QuestionField } from '../components/question-field.tsx';
import { SettingsBar } from '../components/settings-bar.tsx';
import { copyText } from '../copy-text.ts';
import { exampleQuestions } from '../examples.ts';
import { noteQuestion } from '../history.ts';
import { useShortcuts } from '../keys.ts';
import { counted } from '../names.ts';
import { status } from '../project-state.ts';
import { formatAddress, go, replace, useAddress } from '../router.ts';
import { useStore } from '../store.ts';
import { offer } from '../toasts.tsx';
import { type Answer, useAnswer, useLoaded } from '../use-answer.ts';
import { useFollowing } from '../use-following.ts';

const loadFiles = (signal: AbortSignal) => call('files', { limit: 3000 }, { signal });

/** Ask a question and see the context being made: first what was found, then what fits and why. */
export function Ask() {
  const { path, settings: written } = useAddress();
  const asked = path[1] ?? '';
  const [question, setQuestion] = useFollowing(asked);
  const settings = useSettings(written);
  const state = useStore(status);
  const examples = useExamples(state?.version);
  const { answer, hits, again } = useContextFor(asked, settings);

  const ask = (text: string) => {
    noteQuestion(text);
    if (text === asked) again();
    else go(['ask', text], writeSettings(settings));
  };
  const change = (next: AskSettings) => replace(asked === '' ? ['ask'] : ['ask', asked], writeSettings(next));
  const select = (id: string | undefined) => {
    const next = writeSettings(settings);
    if (id !== undefined) next.set('item', id);
    replace(['ask', asked], next);
  };
  const drop = (item: IncludedItem) => {
    const { path: file = '' } = item.location ?? {};
    change({ ...settings, paths: [...settings.paths, `!${file}`] });
    offer({ message: `${file} is left out.`, undo: () => change(settings) });
  };
  useShortcuts(useMemo(() => ({ s: () => void share() }), []));
  return (
    <>
      <form
        class="ask-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') ask(question.trim());
        }}
      >
        <QuestionField
          value={question}
          onChange={setQuestion}
          onAsk={ask}
          examples={examples}
          loading={answer.loading}
        />
        <div class="ask-bar">
          <SettingsBar value={settings} onChange={change} />
          <div class="ask-tools">
            <a class="button ghost" href={formatAddress(asked === '' ? ['compare'] : ['compare', asked])}>
              <Icon name="compare" /> <span>Compare</span>
            </a>
            <button type="button" class="ghost" disabled={asked === ''} onClick={share}>
              <Icon name="share" /> <span>Share</span>
            </button>
            <CopyButton context={answer.value} />
          </div>
        </div>
        <LeftOutChips settings={settings} onChange={change} />
      </form>
      <span class="visually-hidden" role="status">
        {answer.loading ? 'Assembling' : answer.value === undefined ? '' : 'Answered'}
      </span>
      {state !== undefined && !state.indexed ? <FirstVisit /> : <IndexingNote />}
      <ErrorNote text={state?.indexed === false ? undefined : answer.error} onRetry={again} />
      {asked === '' && state?.indexed === true && <Start examples={examples} onAsk={ask} />}
      {answer.value === undefined && answer.loading && <Preview hits={hits} />}
      {asked !== '' && answer.value !== undefined && (
        <div class={answer.loading ? 'is-stale' : ''}>
          <Verdict context={answer.value} />
          <Anatomy
            context={answer.value}
            selected={written.get('item') ?? undefined}
            onSelect={select}
            {...(isCodeAlone(settings) ? { onDrop: drop } : {})}
          />
        </div>
      )}
    </>
  );
}

const share = () => copyText(location.href, 'The link to this answer is copied.');

function CopyButton(props: { readonly context: Context | undefined }) {
  const { context } = props;
  return (
    <button
      type="button"
      class="ghost"
      disabled={context === undefined}
      onClick={() => void copyText(context?.context ?? '', 'The context is copied.')}
    >
      <Icon name="copy" /> <span>Copy</span>
    </button>
  );
}

/** Drawn from the files, and anew when the index changed. */
function useExamples(version: number | undefined): readonly string[] {
  const [files, reload] = useLoaded(loadFiles);
  useEffect(() => {
    if (version !== undefined) reload();
  }, [version, reload]);
  return useMemo(() => exampleQuestions(files.value?.files ?? []), [files.value]);
}

/** The same settings are the same object, so that selecting an item asks nothing again. */
function useSettings(written: URLSearchParams): AskSettings {
  const settings = readSettings(written);
  const key = writeSettings(settings).toString();
  return useMemo(() => settings, [key]);
}

type Hits = Awaited<ReturnType<typeof search>>['hits'];
const search = (query: string, signal: AbortSignal) => call('search', { query, limit: 20 }, { signal });

/** The context of a question under settings, and until it is there the bare places, which come sooner. */
function useContextFor(asked: string, settings: AskSettings) {
  const query = useCallback(
    (text: string, signal: AbortSignal) => askContext(text, settings, signal),
    [settings],
  );
  const [answer, assemble] = useAnswer(query);
  const [found, look] = useAnswer(search);
  const again = useCallback(() => {
    if (asked !== '') assemble(asked);
  }, [asked, assemble]);
  useEffect(again, [again]);
  useEffect(() => {
    if (asked !== '') look(asked);
  }, [asked, look]);
  const hits: Answer<{ readonly hits: Hits }> = found;
  return { answer, hits: hits.value?.hits, again };
}

function Preview(props: { readonly hits: Hits | undefined }) {
  if (props.hits === undefined) return <Skeleton rows={8} />;
  return (
    <ol class="items preview" aria-label="Places found so far">
      {props.hits.map((hit) => (
        <li class="item" key={hit.id}>
          <div class="item-head">
            <Path path={hit.path} startLine={hit.startLine} endLine={hit.endLine} />
            <span class="score-number">{hit.score.toFixed(2)}</span>
          </div>
          <p class="item-about">
            <span class="item-name">{hit.name}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

const SAID: Readonly<Record<Certainty, string>> = {
  likely: 'Likely here',
  possibly: 'Possibly here',
  nothing: 'Nothing found',
};

/** How sure the answer is, and what it cost. */
function Verdict(props: { readonly context: Context }) {
  const { context } = props;
  const { certainty, kind } = extrasOf(context);
  const files = new Set(
    context.items.flatMap(({ location }) => (location === undefined ? [] : [location.path])),
  );
  const milliseconds = Object.values(context.stats.millisecondsPerStage).reduce((sum, part) => sum + part, 0);
  if (context.items.length === 0) {
    return (
      <Empty icon="ask" title="Nothing in the project speaks for this.">
        <p class="quiet">
          Name a symbol or a file, use the words of the code, or allow more sources and tokens.
        </p>
      </Empty>
    );
  }
  return (
    <p class="verdict">
      {certainty !== undefined && <span class={`certainty is-${certainty}`}>{SAID[certainty]}</span>}
      <span>
        {counted(context.items.length, 'item')} from {counted(files.size, 'file')}
      </span>
      <span class="quiet">{Math.round(milliseconds)} ms</span>
      {kind !== undefined && <span class="quiet">understood as {kind.replaceAll('-', ' ')}</span>}
      {context.stats.cacheHit && <span class="quiet">from the cache</span>}
    </p>
  );
}

/** Paths that a person left out, each with a way back. */
function LeftOutChips(props: {
  readonly settings: AskSettings;
  readonly onChange: (settings: AskSettings) => void;
}) {
  const { settings, onChange } = props;
  if (settings.paths.length === 0) return null;
  return (
    <ul class="chips" aria-label="Paths">
      {settings.paths.map((pattern) => (
        <li key={pattern} class={`chip ${pattern.startsWith('!') ? 'is-out' : ''}`}>
          <span class="path">{pattern}</span>
          <button
            type="button"
            class="ghost"
            aria-label={`Drop ${pattern}`}
            onClick={() =>
              onChange({ ...settings, paths: settings.paths.filter((other) => other !== pattern) })
            }
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What stands here before the first question. */
function Start(props: { readonly examples: readonly string[]; readonly onAsk: (text: string) => void }) {
  return (
    <section class="start" aria-label="Examples">
      <h2>See what your agent would be given</h2>
      <p class="quiet">
        Dossier finds the lines that matter, fits them into a token budget and says why each one is there.
      </p>
      <ul>
        {props.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => props.onAsk(example)}>
              <Icon name="spark" /> {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
