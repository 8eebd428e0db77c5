/** The bare list of places, shown while the context is being assembled. */
export function HitPreview(props: {
  readonly hits: readonly {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly startLine: number;
    readonly score: number;
  }[];
}) {
  return (
    <ol class="items">
      {props.hits.map((hit) => (
        <li class="item" key={hit.id}>
          <div class="item-head">
            <strong>{hit.name}</strong>
            <span class="path">
              {hit.path}:{hit.startLine}
            </span>
            <span class="numbers">{hit.score.toFixed(3)}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
