import type { ComponentChildren } from 'preact';
import type { Context } from '../../../src/core/context.ts';
import { BudgetBar } from './budget-bar.tsx';
import { ContextText } from './context-text.tsx';

/** A context: its budget and notes above, its items beside the text they became. */
export function ContextView(props: {
  readonly context: Context;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly children: ComponentChildren;
}) {
  const { context, selected, onSelect } = props;
  return (
    <>
      <BudgetBar context={context} selected={selected} onSelect={onSelect} />
      {context.warnings.map((warning) => (
        <p key={warning} class="quiet">
          Note: {warning}
        </p>
      ))}
      <div class="columns">
        <section class="panel" aria-label="Items">
          {props.children}
        </section>
        <section class="panel" aria-label="Text">
          <ContextText context={context} onCite={onSelect} />
        </section>
      </div>
    </>
  );
}
