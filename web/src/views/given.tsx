import { useMemo, useState } from 'preact/hooks';
import type { Context, IncludedItem } from '../../../src/core/context.ts';
import { BudgetBar } from '../anatomy/budget-bar.tsx';
import { type ItemActions, ItemRow } from '../anatomy/item-row.tsx';
import { call } from '../api.ts';
import { Icon } from '../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { ScoreLegend } from '../components/score-bar.tsx';
import { SourceLines } from '../components/source-lines.tsx';
import { ago, counted, sessionLabel, when } from '../names.ts';
import { formatAddress } from '../router.ts';
import { useLoaded } from '../use-answer.ts';
import { useWide } from '../use-narrow.ts';

const load = (signal: AbortSignal) => call('sessionList', { limit: 200 }, { signal });
type Delivery = Awaited<ReturnType<typeof load>>['deliveries'][number];

/** A context as it was given to a session, taken apart. */
export function Given(props: { readonly id: string }) {
  const [answer, reload] = useLoaded(load);
  const delivery = answer.value?.deliveries.find(({ id }) => id === props.id);
  return (
    <>
      <nav class="crumbs" aria-label="Back">
        <a href="#/live">‹ Live</a>
      </nav>
      <ErrorNote text={answer.error} onRetry={reload} />
      {answer.value === undefined && answer.loading && <Skeleton rows={6} />}
      {answer.value !== undefined && delivery === undefined && (
        <Empty icon="live" title="This context is no longer kept.">
          <p>The session was reset, or two hundred newer contexts came after it.</p>
        </Empty>
      )}
      {delivery !== undefined && <DeliveryAnatomy delivery={delivery} />}
    </>
  );
}

function DeliveryAnatomy(props: { readonly delivery: Delivery }) {
  const { delivery } = props;
  const wide = useWide();
  const items = useMemo(() => delivery.items.map(itemOf), [delivery]);
  const used = new Set(delivery.items.filter((item) => item.used).map(({ id }) => id));
  const [selected, setSelected] = useState(items.find(({ location }) => location !== undefined)?.id);
  const [open, setOpen] = useState<string>();
  const actions = useMemo<ItemActions>(
    () => ({
      question: delivery.query,
      onSelect: setSelected,
      onToggle: (id) => setOpen((before) => (before === id ? undefined : id)),
    }),
    [delivery.query],
  );
  const location = items.find(({ id }) => id === selected)?.location;
  return (
    <div class="anatomy">
      <header class="view-head">
        <h2>{delivery.query}</h2>
        <strong>{sessionLabel(delivery.session)}</strong>
        <span title={when(delivery.at)}>{ago(delivery.at)}</span>
        <span>{counted(items.length, 'item')}</span>
        {delivery.repeated > 0 && <span>{delivery.repeated} it had already</span>}
        {used.size > 0 && <span class="tag tag-good">{used.size} cited later</span>}
        <a class="button ghost" href={formatAddress(['ask', delivery.query])}>
          <Icon name="ask" /> Ask again
        </a>
      </header>
      <BudgetBar context={barOf(delivery, items)} selected={selected} onSelect={setSelected} />
      <div class={wide ? 'columns' : ''}>
        <section aria-label="Items">
          <ScoreLegend />
          <ol class="items">
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                citation={undefined}
                selected={item.id === selected}
                // Beside the list there is room for the lines.
                open={!wide && item.id === open}
                pinned={false}
                isNew={false}
                cited={used.has(item.id)}
                actions={actions}
              />
            ))}
          </ol>
        </section>
        {wide && location !== undefined && (
          <section aria-label="Lines" class="text-pane">
            <header class="pane-head">
              <h2>These lines</h2>
              <span class="quiet">as they are in the file now</span>
            </header>
            <SourceLines location={location} />
          </section>
        )}
      </div>
    </div>
  );
}

/** The item of a context; deliveries of an earlier version do not say what an item is. */
function itemOf(item: Delivery['items'][number]): IncludedItem {
  const { id, tokens, truncated, citation, path, startLine, endLine, about } = item;
  return {
    id,
    name: path ?? citation ?? id,
    qualifiedName: '',
    source: 'code',
    entityType: 'file',
    relevance: 0,
    reasons: [],
    ...about,
    content: '',
    tokens,
    truncated,
    stale: false,
    alternatives: [],
    ...(citation === undefined ? {} : { citation }),
    ...(path === undefined || startLine === undefined || endLine === undefined
      ? {}
      : { location: { path, startLine, endLine } }),
  };
}

function barOf(
  delivery: Delivery,
  items: readonly IncludedItem[],
): Pick<Context, 'items' | 'tokenCount' | 'budget' | 'sources' | 'counter'> {
  return {
    tokenCount: delivery.tokens,
    budget: delivery.budget ?? delivery.tokens,
    items: [...items],
    sources: [],
    counter: { name: '', exact: true },
  };
}
