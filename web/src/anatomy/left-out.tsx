import type { Context, ExcludedItem } from '../../../src/core/context.ts';
import type { ExclusionReason } from '../../../src/core/vocabulary.ts';
import { Icon, SourceIcon } from '../components/icon.tsx';
import { Path } from '../components/path.tsx';
import { counted, formatCount } from '../names.ts';
import { PickButton, type Picking } from './pick-button.tsx';

const SAID: Readonly<Record<ExclusionReason, string>> = {
  dropped: 'Left out by you',
  budget: 'No room in the budget',
  weak: 'Much weaker than the best',
  'below-minimum': 'Below the least relevance',
  'item-limit': 'Over the number of items',
  'file-limit': 'Over the number of items of one file',
  'type-limit': 'Over the share of one kind',
  'already-sent': 'Given to this session before',
  duplicate: 'Already there under another name',
  unreadable: 'Could not be read',
  empty: 'Empty',
};
/** More are counted, not listed: nobody reads the five hundredth. */
const LISTED = 100;

/** What was found but not printed, by reason, with its cost; it can be pinned. */
export function LeftOut(props: { readonly context: Context; readonly picking: Picking | undefined }) {
  const { excluded } = props.context;
  if (excluded.length === 0)
    return <p class="quiet">Nothing was left out: all that was found is in the context.</p>;
  return (
    <>
      {byReason(excluded).map(([reason, items]) => (
        // Items already in, or without text, are counted; the list is collapsed.
        <details key={reason} class="left-out" open={!NOT_PINNED.has(reason)}>
          <summary>
            <h2>
              {SAID[reason] ?? reason} <span class="quiet">{items.length}</span>
            </h2>
          </summary>
          <ul class="items">
            {items.slice(0, LISTED).map((item) => (
              <Row key={item.id} item={item} picking={props.picking} />
            ))}
          </ul>
          {items.length > LISTED && <p class="quiet">and {counted(items.length - LISTED, 'more', 'more')}</p>}
        </details>
      ))}
    </>
  );
}

/** In the order of `SAID`: what can be pinned comes first. */
function byReason(excluded: readonly ExcludedItem[]) {
  const order = Object.keys(SAID);
  return [...Map.groupBy(excluded, (item) => item.reason)].sort(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b),
  );
}

/** Pinning these would change nothing: their text is in already, or there is none. */
const NOT_PINNED: ReadonlySet<ExclusionReason> = new Set([
  'duplicate',
  'already-sent',
  'unreadable',
  'empty',
]);

/** An estimate is marked as such. */
function costOf({ tokens, about }: ExcludedItem): string {
  if (tokens !== undefined) return `${formatCount(tokens)} tok`;
  return about === undefined ? '' : `~${formatCount(about)} tok`;
}

function Row(props: { readonly item: ExcludedItem; readonly picking: Picking | undefined }) {
  const { item, picking } = props;
  const label = item.path ?? item.name;
  const dropped = item.reason === 'dropped';
  const does = dropped ? 'free' : 'pin';
  const pickable = picking !== undefined && !NOT_PINNED.has(item.reason);
  return (
    <li class="item" data-item={item.id}>
      <div class="item-head">
        <SourceIcon source={item.source} drag={pickable ? does : undefined} />
        {item.path === undefined ? (
          <span class="item-name">{item.name}</span>
        ) : (
          <Path {...item} path={item.path} />
        )}
        <span class="score-number">{item.relevance.toFixed(2)}</span>
        <span class="item-tokens">{costOf(item)}</span>
      </div>
      {item.path !== undefined && (
        <p class="item-about">
          <span class="item-name">{item.name}</span>
        </p>
      )}
      {item.detail !== undefined && !dropped && <p class="item-why">{item.detail}</p>}
      {pickable && (
        <div class="item-actions">
          <PickButton
            id={item.id}
            name={label}
            does={does}
            picking={picking}
            label={dropped ? `Take back ${label}` : `Pin ${label}, ${item.name}`}
          >
            <Icon name={dropped ? 'up' : 'pin'} /> {dropped ? 'Take back' : 'Pin'}
          </PickButton>
        </div>
      )}
    </li>
  );
}
