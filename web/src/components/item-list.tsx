import { useState } from 'preact/hooks';
import type { Context, ExcludedItem, IncludedItem } from '../../../src/core/context.ts';
import { call } from '../api.ts';
import { Code } from './code.tsx';
import { sourceClass } from './colors.ts';
import { giveWay } from './give-way.ts';
import { Reasons } from './reasons.tsx';
import { SourceLines } from './source-lines.tsx';

/** The items in the context, in the order the model reads them. */
export function ItemList(props: {
  readonly context: Context;
  readonly selected?: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}) {
  return (
    <ol class="items">
      {props.context.items.map((item) => (
        <Item
          key={item.id}
          item={item}
          context={props.context}
          open={props.selected === item.id}
          onToggle={() => props.onSelect(props.selected === item.id ? undefined : item.id)}
        />
      ))}
    </ol>
  );
}

function Item(props: {
  readonly item: IncludedItem;
  readonly context: Context;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const { item } = props;
  const citation = props.context.citations.find((candidate) => candidate.itemId === item.id);
  return (
    <li class={`item ${props.open ? 'is-selected' : ''}`} id={`item-${item.id}`}>
      <div class="item-head">
        <i class={`dot ${sourceClass(item.source)}`} />
        <button type="button" class="name" aria-expanded={props.open} onClick={props.onToggle}>
          {item.name}
        </button>
        {item.location !== undefined && (
          <span class="path">
            {item.location.path}:{item.location.startLine}–{item.location.endLine}
          </span>
        )}
        <span class="tag">{item.entityType}</span>
        {item.truncated && <span class="tag">shortened</span>}
        {item.stale && <span class="tag">stale</span>}
        {item.citation !== undefined && <span class="tag">[{item.citation}]</span>}
        <span class="numbers">
          {item.relevance.toFixed(3)} · {item.tokens.toLocaleString()} tokens
          <Thumbs id={item.id} name={item.name} />
        </span>
      </div>
      {props.open && (
        <div>
          {item.location === undefined || item.stale ? (
            <Code text={citation?.excerpt ?? ''} />
          ) : (
            <SourceLines location={item.location} />
          )}
          <Reasons reasons={item.reasons} />
          {item.alternatives.length > 0 && <p class="quiet">Also found as: {item.alternatives.join(', ')}</p>}
        </div>
      )}
    </li>
  );
}

function Thumbs(props: { readonly id: string; readonly name: string }) {
  const [given, setGiven] = useState<boolean>();
  const [error, setError] = useState('');
  const give = (useful: boolean) =>
    call('feedback', { items: [props.id], verdict: useful ? 'useful' : 'not-useful' }).then(
      () => setGiven(useful),
      (cause: Error) => setError(cause.message),
    );
  return (
    <span>
      <button
        type="button"
        class="plain"
        aria-pressed={given === true}
        aria-label={`${props.name} was useful`}
        onClick={() => give(true)}
      >
        {given === true ? '▲ noted' : '▲'}
      </button>
      <button
        type="button"
        class="plain"
        aria-pressed={given === false}
        aria-label={`${props.name} was not useful`}
        onClick={() => give(false)}
      >
        {given === false ? '▼ noted' : '▼'}
      </button>
      {error !== '' && <span class="error">{error}</span>}
    </span>
  );
}

/** What was left out, why, and for the budget's sake what would have to give way. */
export function ExcludedList(props: { readonly context: Context }) {
  const { excluded } = props.context;
  if (excluded.length === 0) return <p class="quiet">Nothing was left out.</p>;
  return (
    <ul class="items">
      {excluded.map((item) => (
        <ExcludedRow key={`${item.id} ${item.reason}`} context={props.context} item={item} />
      ))}
    </ul>
  );
}

function ExcludedRow(props: { readonly context: Context; readonly item: ExcludedItem }) {
  const { item } = props;
  const leaving = giveWay(props.context, item);
  return (
    <li class="item">
      <div class="item-head">
        <i class={`dot ${sourceClass(item.source)}`} />
        <strong>{item.name}</strong>
        {item.path !== undefined && <span class="path">{item.path}</span>}
        <span class="tag">{item.reason}</span>
        <span class="numbers">
          {item.relevance.toFixed(3)}
          {item.tokens === undefined ? '' : ` · ${item.tokens.toLocaleString()} tokens`}
        </span>
      </div>
      {item.detail !== undefined && <p class="quiet">{item.detail}</p>}
      {leaving !== undefined && leaving.length > 0 && (
        <p class="quiet">
          To fit whole, {leaving.map((other) => other.name).join(', ')} would have to give way.
        </p>
      )}
    </li>
  );
}
