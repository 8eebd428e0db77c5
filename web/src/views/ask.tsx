import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import { CONTEXT_TYPES } from '../../../src/core/vocabulary.ts';
import { Anatomy } from '../anatomy/anatomy.tsx';
import { Early } from '../anatomy/early.tsx';
import { effectOf } from '../anatomy/effect.ts';
import { NothingFound } from '../anatomy/nothing-found.tsx';
import type { Picking } from '../anatomy/pick-button.tsx';
import { Picked } from '../anatomy/picked.tsx';
import { call } from '../api.ts';
import { type AskedContext, askContext, type FoundPlace } from '../ask-context.ts';
import { type AskSettings, readSettings, writeSettings } from '../ask-settings.ts';
import { FirstVisit, IndexingNote } from '../components/first-visit.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { ErrorNote } from '../components/notice.tsx';
import { QuestionField } from '../components/question-field.tsx';
import { SettingsBar } from '../components/settings-bar.tsx';
import { copyText } from '../copy-text.ts';
import { noteQuestion, questions } from '../history.ts';
import { useShortcuts } from '../keys.ts';
import { type PickAction, withPick } from '../picks.ts';
import { indexing, status } from '../project-state.ts';
import { formatAddress, go, parseAddress, replace, useAddress } from '../router.ts';
import { useStore } from '../store.ts';
import { offer } from '../toasts.tsx';
import { useAnswer, useLoaded } from '../use-answer.ts';
import { useFollowing } from '../use-following.ts';

/** Ask a question and watch the context being assembled: first the places, then what fits and why. */
export function Ask() {
  const { path, settings: written } = useAddress();
  const asked = path[1] ?? '';
  const [question, setQuestion] = useFollowing(asked);
  const settings = useSettings(written);
  const state = useStore(status);
  const running = useStore(indexing);
  const examples = useExamples(asked === '');
  const { context, loading, error, places, again } = useContextFor(asked, settings);

  const ask = (text: string) => {
    noteQuestion(text);
    if (text === asked) again();
    else go(['ask', text], writeSettings({ ...settings, pins: [], drops: [] }));
  };
  const change = (next: AskSettings) => moveTo(asked, next, selectedNow());
  const select = (id: string | undefined) => moveTo(asked, settings, id);
  // A question asked before there was an index is sent once there is one.
  const waiting = asked !== '' && context === undefined && !loading;
  useEffect(() => {
    if (state?.indexed === true && waiting) again();
  }, [state?.version]);
  const picking = usePicking(asked, settings, context, change);
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
        <QuestionField value={question} onChange={setQuestion} onAsk={ask} loading={loading} />
        <div class="ask-bar">
          <SettingsBar value={settings} onChange={change} />
          <div class="ask-tools">
            <a class="button ghost" href={formatAddress(asked === '' ? ['compare'] : ['compare', asked])}>
              <Icon name="compare" /> <span>Compare</span>
            </a>
            <button type="button" class="ghost" disabled={asked === ''} onClick={share}>
              <Icon name="share" /> <span>Share</span>
            </button>
            <CopyButton context={context} />
          </div>
        </div>
        <Picked settings={settings} context={context} onChange={change} />
      </form>
      <span class="visually-hidden" role="status">
        {loading ? 'Assembling' : context === undefined ? '' : 'Answered'}
      </span>
      {/* Above an answer the progress is one line. */}
      {state?.indexed === false && (context === undefined || running === undefined) ? (
        <FirstVisit />
      ) : (
        <IndexingNote />
      )}
      <ErrorNote text={state?.indexed === false ? undefined : error} onRetry={again} />
      {asked === '' && state !== undefined && <Start examples={examples} onAsk={ask} />}
      {asked !== '' && context === undefined && loading && <Early places={places} />}
      {context !== undefined && (
        <div class={loading ? 'is-stale' : ''}>
          {context.items.length === 0 && (
            <NothingFound
              onWiden={
                settings.sources.length < CONTEXT_TYPES.length
                  ? () => change({ ...settings, sources: CONTEXT_TYPES })
                  : undefined
              }
            />
          )}
          {context.items.length + context.excluded.length > 0 && (
            <Anatomy
              key={asked}
              question={asked}
              context={context}
              selected={written.get('item') ?? undefined}
              onSelect={select}
              picking={picking}
            />
          )}
        </div>
      )}
    </>
  );
}

function moveTo(asked: string, settings: AskSettings, item: string | undefined): void {
  const next = writeSettings(settings);
  if (item !== undefined) next.set('item', item);
  replace(asked === '' ? ['ask'] : ['ask', asked], next);
}

/** The item selected right now; a key may have moved it since the last render. */
function selectedNow(): string | undefined {
  return parseAddress(location.hash).settings.get('item') ?? undefined;
}

/** Pins and drops by asking again; previews of the effect ask the same way. */
function usePicking(
  asked: string,
  settings: AskSettings,
  context: Context | undefined,
  change: (settings: AskSettings) => void,
): Picking {
  return {
    pins: settings.pins,
    pick: (id, pick, name) => {
      change(withPick(settings, id, pick));
      offer({ message: `${name} ${PICKED[pick]}`, undo: () => change(settings) });
    },
    weigh: async (id, pick, signal) => {
      if (context === undefined) throw new Error('There is no answer yet.');
      return effectOf(context, await askContext(asked, withPick(settings, id, pick), { signal }));
    },
  };
}

const PICKED: Readonly<Record<PickAction, string>> = {
  pin: 'is pinned.',
  drop: 'is left out.',
  free: 'is ranked again.',
};

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

const loadExamples = (_version: number, signal: AbortSignal) => call('suggest', {}, { signal });

/** Loaded when they can be seen, and again when the index changes. */
function useExamples(wanted: boolean): readonly string[] {
  const state = useStore(status);
  const version = wanted && state?.indexed === true ? state.version : undefined;
  const [answer, load] = useAnswer(loadExamples);
  useEffect(() => {
    if (version !== undefined) load(version);
  }, [version, load]);
  return answer.value?.questions ?? [];
}

/** Equal settings stay the same object, so that selecting an item does not ask again. */
function useSettings(written: URLSearchParams): AskSettings {
  const settings = readSettings(written);
  const key = writeSettings(settings).toString();
  return useMemo(() => settings, [key]);
}

/** A context with its question: the context of another question is not shown. */
interface Answered {
  readonly asked: string;
  readonly context: AskedContext;
}

/** The context of a question under settings, and the places found until it arrives. */
function useContextFor(asked: string, settings: AskSettings) {
  const [found, setFound] = useState<{ readonly asked: string; readonly places: readonly FoundPlace[] }>();
  const query = useCallback(
    async (text: string, signal: AbortSignal): Promise<Answered> => {
      const onFound = (places: readonly FoundPlace[]) => {
        if (!signal.aborted) setFound({ asked: text, places });
      };
      return { asked: text, context: await askContext(text, settings, { signal, onFound }) };
    },
    [settings],
  );
  const [answer, assemble] = useAnswer(query);
  const again = useCallback(() => {
    if (asked !== '') assemble(asked);
  }, [asked, assemble]);
  useEffect(again, [again]);
  return {
    context: answer.value?.asked === asked ? answer.value.context : undefined,
    places: found?.asked === asked ? found.places : undefined,
    loading: answer.loading,
    error: answer.error,
    again,
  };
}

const SHOWN = 4;
const loadAgents = (signal: AbortSignal) => call('sessionList', { limit: 20 }, { signal });

/** Shown before the first question. */
function Start(props: { readonly examples: readonly string[]; readonly onAsk: (text: string) => void }) {
  const asked = useStore(questions);
  const [{ value }] = useLoaded(loadAgents);
  const agents = [...new Set(value?.deliveries.map(({ query }) => query))].slice(0, SHOWN);
  return (
    <section class="start" aria-label="Examples">
      <h2>See what your agent would be given, and why</h2>
      <p class="quiet">
        Dossier finds the lines that matter for a task, fits them into a token budget and says why each one is
        in, and why others are not.
      </p>
      <div class="two">
        <Questions icon="ask" title="Try" of={props.examples} onAsk={props.onAsk} />
        <Questions icon="clock" title="Asked before" of={asked.slice(0, SHOWN)} onAsk={props.onAsk} />
        <Questions icon="live" title="Agents asked" of={agents} onAsk={props.onAsk} />
      </div>
      <p class="quiet">
        <code>dossier init</code> sets your agent up; what it is given shows up under{' '}
        <a href="#/live">Live</a>.
      </p>
    </section>
  );
}

function Questions(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly of: readonly string[];
  readonly onAsk: (text: string) => void;
}) {
  if (props.of.length === 0) return null;
  return (
    <ul aria-label={props.title}>
      <li class="quiet">{props.title}</li>
      {props.of.map((text) => (
        <li key={text}>
          <button type="button" onClick={() => props.onAsk(text)}>
            <Icon name={props.icon} /> <span>{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
