import { useMemo, useState } from 'preact/hooks';
import type { Citation, IncludedItem } from '../../../src/core/context.ts';
import { call } from '../api.ts';
import { Code } from '../components/code.tsx';
import { Icon, SourceIcon } from '../components/icon.tsx';
import { Path } from '../components/path.tsx';
import { ScoreBar } from '../components/score-bar.tsx';
import { SourceLines } from '../components/source-lines.tsx';
import { formatCount } from '../names.ts';
import { offer } from '../toasts.tsx';
import { PickButton, type Picking } from './pick-button.tsx';
import { sentence, withWords } from './score-parts.ts';

export interface ItemActions {
  /** The question: its words are named where they were found. */
  readonly question: string;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly picking?: Picking | undefined;
}

interface ItemRowProps {
  readonly item: IncludedItem;
  readonly citation: Citation | undefined;
  readonly selected: boolean;
  readonly open: boolean;
  readonly pinned: boolean;
  /** It came with the last change. */
  readonly isNew: boolean;
  /** While an answer is first drawn: the actions would be most of its cost. */
  readonly bare?: boolean;
  /** A later answer cited it. */
  readonly cited?: boolean;
  readonly actions: ItemActions;
}

/** Re-renders only when something about this item changed: there may be hundreds. */
export function ItemRow(props: ItemRowProps) {
  const { item, citation, selected, open, pinned, isNew, bare, actions } = props;
  return useMemo(() => <Row {...props} />, [item, citation, selected, open, pinned, isNew, bare, actions]);
}

/** One item: where it is, how much it counts and why, then its lines. */
function Row(props: ItemRowProps) {
  const { item, actions } = props;
  const label = item.location?.path ?? item.name;
  const why = sentence(withWords(item.reasons, actions.question, `${item.name} ${label} ${item.content}`));
  return (
    <li
      class={`item ${props.selected ? 'is-selected' : ''} ${props.isNew ? 'is-new' : ''}`}
      id={`item-${item.id}`}
      data-item={item.id}
      aria-current={props.selected ? 'true' : undefined}
    >
      <div class="item-head">
        <SourceIcon source={item.source} drag={actions.picking && 'drop'} />
        <button
          type="button"
          class="item-title"
          aria-expanded={props.open}
          onClick={() => {
            actions.onSelect(item.id);
            actions.onToggle(item.id);
          }}
        >
          {item.location === undefined ? (
            <span class="item-name">{item.name}</span>
          ) : (
            <Path {...item.location} />
          )}
        </button>
        <ScoreBar relevance={item.relevance} reasons={item.reasons} />
        <span class="item-tokens">{formatCount(item.tokens)} tok</span>
      </div>
      <p class="item-about">
        {item.location !== undefined && (
          <>
            <span class="item-name">{item.name}</span>
            {/* The kind of the first says nothing of several. */}
            {!item.name.includes(', ') && <span class="tag">{item.entityType}</span>}
          </>
        )}
        {props.pinned && (
          <span class="tag tag-accent">
            <Icon name="pin" /> pinned
          </span>
        )}
        {props.cited === true && <span class="tag tag-good">cited</span>}
        {item.truncated && <span class="tag tag-warn">shortened</span>}
        {item.stale && <span class="tag tag-warn">stale</span>}
      </p>
      {why !== '' && <p class="item-why">{why}</p>}
      <div class="item-actions">
        {item.citation !== undefined && <span class="cite">[{item.citation}]</span>}
        {props.bare !== true && actions.picking !== undefined && (
          <>
            <PickButton
              id={item.id}
              name={label}
              does={props.pinned ? 'free' : 'pin'}
              picking={actions.picking}
              label={props.pinned ? `Unpin ${label}` : `Pin ${label}`}
              pressed={props.pinned}
            >
              <Icon name="pin" />
            </PickButton>
            <PickButton
              id={item.id}
              name={label}
              does="drop"
              picking={actions.picking}
              label={`Leave out ${label}`}
            >
              <Icon name="close" />
            </PickButton>
          </>
        )}
        {props.bare !== true && <Verdict item={item} label={label} />}
      </div>
      {props.open && (
        <div class="item-body">
          {item.location === undefined || item.stale ? (
            <Code text={props.citation?.excerpt ?? ''} />
          ) : (
            <SourceLines location={item.location} />
          )}
          {item.alternatives.length > 0 && <p class="quiet">Also found as: {item.alternatives.join(', ')}</p>}
        </div>
      )}
    </li>
  );
}

type Helped = 'useful' | 'not-useful';

/** Whether the item helped; the other verdict replaces the first, and the same takes it back. */
function Verdict(props: { readonly item: IncludedItem; readonly label: string }) {
  const [given, setGiven] = useState<Helped>();
  const items = [props.item.id];
  const give = async (pressed: Helped) => {
    const next = pressed === given ? undefined : pressed;
    try {
      if (given !== undefined) await call('feedback', { items, verdict: given, withdraw: true });
      if (next !== undefined) await call('feedback', { items, verdict: next });
      setGiven(next);
    } catch (cause) {
      offer({ message: cause instanceof Error ? cause.message : String(cause) });
    }
  };
  return (
    <>
      <button
        type="button"
        class="ghost"
        aria-pressed={given === 'useful'}
        aria-label={`${props.label} was useful`}
        title="Useful"
        onClick={() => give('useful')}
      >
        <Icon name="useful" />
      </button>
      <button
        type="button"
        class="ghost"
        aria-pressed={given === 'not-useful'}
        aria-label={`${props.label} was not useful`}
        title="Not useful"
        onClick={() => give('not-useful')}
      >
        <Icon name="useful" class="is-flipped" />
      </button>
    </>
  );
}
