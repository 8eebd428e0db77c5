import { useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';

/** The text exactly as the model gets it. Citation ids are links to their items. */
export function ContextText(props: { readonly context: Context; readonly onCite: (itemId: string) => void }) {
  const { context, citations } = props.context;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(context);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  const itemOf = new Map(citations.map((citation) => [citation.id, citation.itemId]));
  const parts = citations.length === 0 ? [context] : context.split(/\[([a-z]{3}-[0-9a-z]+)\]/);
  return (
    <div>
      <p class="row">
        <button type="button" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        <span class="quiet">
          {context.length.toLocaleString()} characters, {props.context.tokenCount.toLocaleString()} tokens
        </span>
      </p>
      <section class="text" tabIndex={0} aria-label="The context as text">
        <pre>
          {parts.map((part, index) => {
            const itemId = index % 2 === 1 ? itemOf.get(part) : undefined;
            if (index % 2 === 0) return part;
            if (itemId === undefined) return `[${part}]`;
            return (
              <a
                href={`#item-${itemId}`}
                onClick={(event) => {
                  event.preventDefault();
                  props.onCite(itemId);
                }}
              >
                [{part}]
              </a>
            );
          })}
        </pre>
      </section>
    </div>
  );
}
