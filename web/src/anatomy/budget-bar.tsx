import type { Context } from '../../../src/core/context.ts';
import { hueOf, SOURCE_LABELS } from '../components/icon.tsx';
import { counted, formatCount, splitPath } from '../names.ts';
import { groupByFile } from './group-by-file.ts';
import { useLeaving } from './pick-button.tsx';
import { useDrawn } from './use-drawn.ts';

/** Of the small type below the bar. */
const CHARACTER_PX = 6.2;
/** A smaller part of the bar raises no question. */
const WORTH_TELLING = 0.02;

/** The budget as one bar: a block per file, a piece per item, stronger where more relevant, then the free part. */
export function BudgetBar(props: {
  readonly context: Pick<Context, 'items' | 'tokenCount' | 'budget' | 'sources' | 'counter'>;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
  /** Bars beside each other. */
  readonly beside?: number;
}) {
  const { context, beside = 1 } = props;
  const leaving = useLeaving();
  // The blocks at once, their pieces in the next frame: an answer may have hundreds.
  const pieces = useDrawn(1, 0) > 0;
  const budget = Math.max(context.budget, context.tokenCount, 1);
  const groups = groupByFile(context);
  const strengthOf = strengths(context.items.map(({ relevance }) => relevance));
  const inItems = groups.reduce((sum, group) => sum + group.tokens, 0);
  const around = Math.max(0, context.tokenCount - inItems);
  const free = Math.max(0, budget - inItems - around);
  // The side bar takes a sixth of a wide window; on a narrow one the bars stand below each other.
  const pixels = innerWidth < 768 ? innerWidth * 0.9 : (innerWidth * 0.8) / beside;
  const nameOf = ({ name, isPath, tokens }: (typeof groups)[number]) => {
    const shown = isPath ? splitPath(name).file : name;
    return shown.length * CHARACTER_PX <= (tokens / budget) * pixels && shown;
  };
  return (
    <figure class="budget" data-drop="in">
      <div class="budget-bar">
        {groups.map((group) => (
          <span class="budget-group" key={group.name} style={{ flexGrow: group.tokens }}>
            <span class="budget-pieces" style={hueOf(group.items[0]?.source ?? 'code')}>
              {(pieces ? group.items : []).map((item) => (
                <button
                  type="button"
                  key={item.id}
                  data-item={item.id}
                  class={`piece ${props.selected === item.id ? 'is-selected' : ''} ${leaving?.has(item.id) === true ? 'is-leaving' : ''}`}
                  style={{
                    ...hueOf(item.source),
                    flexGrow: item.tokens,
                    '--strength': strengthOf(item.relevance),
                  }}
                  title={`${item.location?.path ?? item.name}${item.location === undefined ? '' : `:${item.location.startLine}–${item.location.endLine}`}\n${item.tokens} tokens, relevance ${item.relevance.toFixed(2)}`}
                  aria-label={`${item.location?.path ?? item.name}, ${item.tokens} tokens`}
                  onClick={() => props.onSelect?.(item.id)}
                />
              ))}
            </span>
            {nameOf(group) && <span class="budget-name">{nameOf(group)}</span>}
          </span>
        ))}
        {around > 0 && (
          <span
            class="budget-frame"
            style={{ flexGrow: around }}
            title={`Headings and map: ${around} tokens`}
          />
        )}
        <span style={{ flexGrow: free }} />
      </div>
      <figcaption>
        <span title={context.counter.name}>
          {context.counter.exact ? '' : '~'}
          <strong>{formatCount(context.tokenCount)}</strong> of {formatCount(context.budget)} tokens
        </span>
        {context.sources.length > 1 &&
          context.sources.map((entry) => (
            <span key={entry.source} class="budget-source" style={hueOf(entry.source)}>
              <i /> {counted(entry.items, entry.source, SOURCE_LABELS[entry.source])},{' '}
              {formatCount(entry.tokens)}
            </span>
          ))}
        {around > budget * WORTH_TELLING && (
          <span class="budget-source">
            <i class="budget-frame" /> headings and map, {formatCount(around)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** Scaled from the weakest to the strongest shown, so that close values stay distinguishable. */
function strengths(shown: readonly number[]): (relevance: number) => string {
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  return (relevance) =>
    `${Math.round(most === least ? 70 : 25 + (75 * (relevance - least)) / (most - least))}%`;
}
