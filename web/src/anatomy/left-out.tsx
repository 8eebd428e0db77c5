import { Icon, SourceIcon } from '../components/icon.tsx';
import { Path } from '../components/path.tsx';
import { ScoreBar } from '../components/score-bar.tsx';
import { counted, formatCount } from '../names.ts';
import type { LeftOutPlace } from './left-out-places.ts';
import { PickButton, type Picking } from './pick-button.tsx';
import { placeSentence } from './score-parts.ts';

type Why = LeftOutPlace['reason'];
export const SAID: Readonly<Record<Why, string>> = {
  dropped: 'Left out by you',
  named: 'Named in one line',
  budget: 'No room in the budget',
  weak: 'Much weaker than the best',
  'below-minimum': 'Below the least relevance',
  'item-limit': 'Over the number of items',
  'file-limit': 'Over the number of items of one file',
  'type-limit': 'Over the share of one kind',
  'already-sent': 'Given to this session before',
  duplicate: 'In already, in other words',
  unreadable: 'Could not be read',
  empty: 'Empty',
};
/** What a reason means, where its name does not say it all. */
const MEANS: Partial<Record<Why, string>> = {
  named: 'The next likely places: the model is told where they are.',
  budget: 'What is in promises more for each token. A pin takes one in and says what must go.',
};
/** More are counted, not listed: nobody reads the five hundredth. */
const LISTED = 100;

/** What was found but not printed, by reason, with its cost; it can be pinned. */
export function LeftOut(props: {
  readonly places: readonly LeftOutPlace[];
  readonly picking: Picking | undefined;
}) {
  const { places } = props;
  if (places.length === 0)
    return <p class="quiet">Nothing was left out: all that was found is in the context.</p>;
  return (
    <>
      {byReason(places).map(([reason, items]) => (
        // Items already in, or without text, are counted; the list is collapsed.
        <details key={reason} class="left-out" open={!NOT_PINNED.has(reason)}>
          <summary>
            <h2>
              {SAID[reason] ?? reason} <span class="quiet">{items.length}</span>
            </h2>
          </summary>
          {MEANS[reason] !== undefined && <p class="quiet">{MEANS[reason]}</p>}
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
function byReason(excluded: readonly LeftOutPlace[]) {
  const order = Object.keys(SAID);
  return [...Map.groupBy(excluded, (item) => item.reason)].sort(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b),
  );
}

/** Pinning these would change nothing: their text is in already, or there is none. */
const NOT_PINNED: ReadonlySet<Why> = new Set(['duplicate', 'already-sent', 'unreadable', 'empty']);

/** An estimate is marked as such. */
export function costOf({ tokens, about }: LeftOutPlace): string {
  if (tokens !== undefined) return `${formatCount(tokens)} tok`;
  return about === undefined ? '' : `~${formatCount(about)} tok`;
}

function Row(props: { readonly item: LeftOutPlace; readonly picking: Picking | undefined }) {
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
        {item.relevance > 0 && <ScoreBar relevance={item.relevance} reasons={[]} />}
        <span class="item-tokens">{costOf(item)}</span>
      </div>
      {item.path !== undefined && (
        <p class="item-about is-listed">
          <span class="item-name">{item.name}</span>
          {item.why !== undefined && <span>{placeSentence(item.why)}</span>}
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
            <Icon name={dropped ? 'up' : 'pin'} />
          </PickButton>
        </div>
      )}
    </li>
  );
}
