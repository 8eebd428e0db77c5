import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Chart } from '../components/chart.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { useShortcuts } from '../keys.ts';
import { ago, counted, formatCount, isId, sessionLabel, short, splitPath, when } from '../names.ts';
import { formatAddress, go, replace, useAddress } from '../router.ts';
import { Given } from './given.tsx';

const EVERY_MS = 3000;
const load = (signal: AbortSignal) => call('sessionList', { limit: 100 }, { signal });
type Delivery = Awaited<ReturnType<typeof load>>['deliveries'][number];

/** What agents are given, as it happens; each context has its own address. */
export function Live() {
  const { path } = useAddress();
  return path[1] === undefined || path[1] === '' ? <Feed /> : <Given key={path[1]} id={path[1]} />;
}

/** One entry per context, newest first. */
function Feed() {
  const { settings } = useAddress();
  const { deliveries, error, now } = useFeed();
  const session = settings.get('session') ?? '';
  const at = settings.get('at') ?? '';
  const show = (part: { readonly session?: string; readonly at?: string }) => {
    const next = { session, at, ...part };
    replace(['live'], new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')));
  };
  const most = Math.max(1, ...(deliveries ?? []).map(({ tokens }) => tokens));
  const shown = deliveries?.filter((delivery) => session === '' || delivery.session === session) ?? [];
  const step = (by: number) => {
    const from = shown.findIndex(({ id }) => id === at);
    const next = shown[Math.max(0, Math.min(shown.length - 1, from + by))];
    if (next !== undefined) show({ at: next.id });
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    o: () => at !== '' && go(['live', at]),
  });
  useEffect(() => document.querySelector('.feed .is-selected')?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <>
      <header class="view-head">
        <h2>Live</h2>
        {deliveries !== undefined && deliveries.length > 0 && <p class="quiet">{summary(deliveries)}</p>}
      </header>
      <ErrorNote text={error} />
      {deliveries === undefined && <Skeleton rows={5} />}
      {deliveries?.length === 0 && (
        <Empty icon="live" title="No agent was given anything yet.">
          <p>
            Contexts that hooks, MCP and HTTP give to a session appear here as they happen.{' '}
            <code>dossier init</code> sets an agent up; a question over HTTP counts when it names a{' '}
            <code>session</code>.
          </p>
        </Empty>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <>
          <Sessions
            deliveries={deliveries}
            now={now}
            chosen={session}
            onChoose={(name) => show({ session: name, at: '' })}
          />
          <LastHour deliveries={shown} now={now} />
          <ol class="feed" aria-label="Contexts given">
            {shown.map((delivery, index) => (
              <Entry
                key={delivery.id}
                delivery={delivery}
                again={
                  shown[index - 1]?.query === delivery.query && shown[index - 1]?.session === delivery.session
                }
                most={most}
                now={now}
                selected={at === delivery.id}
              />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Tokens given, minute by minute; nothing where an hour was quiet. */
function LastHour(props: { readonly deliveries: readonly Delivery[]; readonly now: number }) {
  const given = Array.from({ length: MINUTES }, () => 0);
  for (const { at, tokens } of props.deliveries) {
    const minute = MINUTES - 1 - Math.floor(Math.max(0, props.now - at) / MINUTE_MS);
    if (minute >= 0) given[minute] = (given[minute] ?? 0) + tokens;
  }
  if (given.every((tokens) => tokens === 0)) return null;
  return (
    <Chart
      title="Tokens given"
      unit="this minute"
      sliceMilliseconds={MINUTE_MS}
      points={given.map((value, minute) => ({ at: minute * MINUTE_MS, value }))}
    />
  );
}

/** What all of it came to. */
function summary(deliveries: readonly Delivery[]): string {
  const sum = (of: (delivery: Delivery) => number) => deliveries.reduce((all, each) => all + of(each), 0);
  const cited = sum(({ items }) => items.filter(({ used }) => used).length);
  return [
    `${short(sum(({ tokens }) => tokens))} tokens in ${counted(deliveries.length, 'context')}`,
    `${cited} of ${counted(
      sum(({ items }) => items.length),
      'item',
    )} cited later`,
    `${sum(({ repeated }) => repeated)} not sent twice`,
  ].join(' · ');
}

/** Polls every few seconds, but not while the page is hidden. */
function useFeed() {
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>();
  const [error, setError] = useState('');
  const [now, setNow] = useState(Date.now);
  const running = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      if (document.hidden || running.current) return;
      running.current = true;
      try {
        setDeliveries((await load(stop.signal)).deliveries);
        setError('');
      } catch (cause) {
        if (!stop.signal.aborted) setError(cause instanceof Error ? cause.message : String(cause));
      } finally {
        running.current = false;
        setNow(Date.now());
      }
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      stop.abort();
      running.current = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return { deliveries, error, now };
}

/** The sessions of the feed, each a filter. */
function Sessions(props: {
  readonly deliveries: readonly Delivery[];
  readonly now: number;
  readonly chosen: string;
  readonly onChoose: (session: string) => void;
}) {
  const sessions = useMemo(
    () => [...Map.groupBy(props.deliveries, ({ session }) => session)],
    [props.deliveries],
  );
  return (
    <ul class="sessions" aria-label="Sessions">
      {sessions.map(([session, given]) => (
        <li key={session}>
          <button
            type="button"
            aria-pressed={props.chosen === session}
            onClick={() => props.onChoose(props.chosen === session ? '' : session)}
          >
            <strong title={session}>{isId(session) ? given.at(-1)?.query : sessionLabel(session)}</strong>
            <span class="quiet">
              {isId(session) && `${sessionLabel(session)}: `}
              {counted(given.length, 'context')}, {short(given.reduce((sum, { tokens }) => sum + tokens, 0))}{' '}
              tokens, {ago(given[0]?.at ?? 0, props.now)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const SENTENCES: Readonly<Record<string, string>> = {
  query: 'code',
  prompt: 'what was learnt, unasked',
  assemble: 'everything known',
  premortem: 'what went wrong before',
  prime: 'a turn',
};

const FILES_NAMED = 3;

function Entry(props: {
  readonly delivery: Delivery;
  /** The same prompt as the entry above: a hook gives code and what was learnt. */
  readonly again: boolean;
  /** Tokens of the largest, for the length of the bars. */
  readonly most: number;
  readonly now: number;
  readonly selected: boolean;
}) {
  const { delivery } = props;
  const used = delivery.items.filter((item) => item.used).length;
  const files = [
    ...new Set(delivery.items.flatMap(({ path }) => (path === undefined ? [] : [splitPath(path).file]))),
  ];
  return (
    <li
      class={`item ${props.selected ? 'is-selected' : ''} ${props.now - delivery.at < EVERY_MS * 2 ? 'is-new' : ''}`}
      aria-current={props.selected ? 'true' : undefined}
    >
      <div class="item-head">
        <a class="item-title" href={formatAddress(['live', delivery.id])}>
          {props.again ? <span class="quiet">for the same prompt</span> : delivery.query}
        </a>
        <span class="given-bar" aria-hidden="true">
          {delivery.items.map((item) => (
            <i
              key={item.id}
              class={item.used ? 'is-used' : ''}
              style={{ width: `${(100 * item.tokens) / props.most}%` }}
            />
          ))}
        </span>
        <span class="item-tokens">{formatCount(delivery.tokens)} tok</span>
      </div>
      <p class="item-about is-listed">
        <span title={when(delivery.at)}>{ago(delivery.at, props.now)}</span>
        <strong>{sessionLabel(delivery.session)}</strong>
        <span>{SENTENCES[delivery.operation] ?? delivery.operation}</span>
        <span>
          {counted(delivery.items.length, 'item')}
          {files.length > 0 && ` of ${files.slice(0, FILES_NAMED).join(', ')}`}
          {files.length > FILES_NAMED && ` and ${files.length - FILES_NAMED} more`}
        </span>
        {delivery.repeated > 0 && <span>{delivery.repeated} it had already</span>}
        {used > 0 && <span class="tag tag-good">{used} cited</span>}
      </p>
    </li>
  );
}
