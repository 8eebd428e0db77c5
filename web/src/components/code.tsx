import { highlight } from './highlight.ts';

/** Source text with line numbers, as text nodes only: whatever it contains stays inert. */
export function Code(props: {
  readonly text: string;
  readonly language?: string;
  readonly firstLine?: number;
}) {
  const lineCount = props.text.split('\n').length;
  const numbers =
    props.firstLine === undefined
      ? undefined
      : Array.from({ length: lineCount }, (_, index) => index + (props.firstLine ?? 1));
  return (
    <section class="code" aria-label={`Source ${props.firstLine ?? ''}`.trim()} tabIndex={0}>
      {numbers !== undefined && (
        <pre class="gutter" aria-hidden="true">
          {numbers.join('\n')}
        </pre>
      )}
      <pre>
        <code>
          {highlight(props.text, props.language).map((token) =>
            token.kind === undefined ? token.text : <span class={`token-${token.kind}`}>{token.text}</span>,
          )}
        </code>
      </pre>
    </section>
  );
}
