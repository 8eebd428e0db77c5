import type { Context, ExcludedItem } from '../../../src/core/context.ts';
import type { ExclusionReason } from '../../../src/core/vocabulary.ts';
import { SourceIcon } from '../components/icon.tsx';
import { Path } from '../components/path.tsx';
import { counted } from '../names.ts';
import { giveWay } from './give-way.ts';

const SAID: Readonly<Record<ExclusionReason, string>> = {
  budget: 'No room in the budget',
  duplicate: 'Already there under another name',
  weak: 'Much weaker than the best',
  'below-minimum': 'Below the least relevance',
  'item-limit': 'Over the number of items',
  'file-limit': 'Over the number of items of one file',
  'type-limit': 'Over the share of one kind',
  'already-sent': 'Given to this session before',
  unreadable: 'Could not be read',
  empty: 'Empty',
};
/** More are counted, not listed: nobody reads the five hundredth. */
const LISTED = 100;

/** What was found and not printed, by reason, with what it would take and what would have to give way. */
export function LeftOut(props: { readonly context: Context }) {
  const { excluded } = props.context;
  if (excluded.length === 0)
    return <p class="quiet">Nothing was left out: all that was found is in the context.</p>;
  return (
    <>
      {[...Map.groupBy(excluded, (item) => item.reason)].map(([reason, items]) => (
        <section key={reason} class="left-out">
          <h2>
            {SAID[reason] ?? reason} <span class="quiet">{items.length}</span>
          </h2>
          <ul class="items">
            {items.slice(0, LISTED).map((item) => (
              <Row key={item.id} context={props.context} item={item} />
            ))}
          </ul>
          {items.length > LISTED && <p class="quiet">and {counted(items.length - LISTED, 'more', 'more')}</p>}
        </section>
      ))}
    </>
  );
}

function Row(props: { readonly context: Context; readonly item: ExcludedItem }) {
  const { item } = props;
  const leaving = giveWay(props.context, item);
  return (
    <li class="item">
      <div class="item-head">
        <SourceIcon source={item.source} />
        {item.path === undefined ? <span class="item-name">{item.name}</span> : <Path path={item.path} />}
        <span class="score-number">{item.relevance.toFixed(2)}</span>
        <span class="item-tokens">
          {item.tokens === undefined ? '' : `${item.tokens.toLocaleString('en')} tok`}
        </span>
      </div>
      {item.path !== undefined && (
        <p class="item-about">
          <span class="item-name">{item.name}</span>
        </p>
      )}
      {item.detail !== undefined && <p class="item-why">{item.detail}</p>}
      {leaving !== undefined && leaving.length > 0 && (
        <p class="item-why">
          Whole, it would push out {leaving.map((other) => other.location?.path ?? other.name).join(', ')}.
        </p>
      )}
    </li>
  );
}
