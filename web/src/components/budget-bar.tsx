import type { Context } from '../../../src/core/context.ts';
import { SOURCE_LABELS, sourceClass } from './colors.ts';

/** The budget as one bar: a piece per item in the colour of its source, then headers, then what is free. */
export function BudgetBar(props: {
  readonly context: Context;
  readonly selected?: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { context } = props;
  const budget = Math.max(context.budget, 1);
  const inItems = context.items.reduce((sum, item) => sum + item.tokens, 0);
  const around = Math.max(0, context.tokenCount - inItems);
  const width = (tokens: number) => ({ width: `${(tokens / budget) * 100}%` });
  return (
    <figure class="budget">
      <div class="budget-bar">
        {context.items.map((item) => (
          <button
            type="button"
            key={item.id}
            class={`piece ${sourceClass(item.source)} ${props.selected === item.id ? 'is-selected' : ''}`}
            style={width(item.tokens)}
            title={`${item.name}: ${item.tokens} tokens`}
            aria-label={`${item.name}, ${item.tokens} tokens`}
            onClick={() => props.onSelect(item.id)}
          />
        ))}
        {around > 0 && (
          <span
            class="piece is-frame"
            style={width(around)}
            title={`Headings and separators: ${around} tokens`}
          />
        )}
      </div>
      <figcaption>
        <strong>{context.tokenCount.toLocaleString()}</strong> of {context.budget.toLocaleString()} tokens (
        {((context.tokenCount / budget) * 100).toFixed(1)} %, {context.counter.name}
        {context.counter.exact ? '' : ', an estimate'})
        <span class="legend">
          {context.sources.map((entry) => (
            <span key={entry.source}>
              <i class={`dot ${sourceClass(entry.source)}`} /> {entry.items} {SOURCE_LABELS[entry.source]},{' '}
              {entry.tokens.toLocaleString()}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}
