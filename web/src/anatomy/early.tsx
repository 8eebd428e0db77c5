import type { FoundPlace } from '../ask-context.ts';
import { Path } from '../components/path.tsx';
import { useWide } from '../use-narrow.ts';

const SKELETON_ROWS = 8;

/** A pending answer: the places as soon as they are found, placeholders for the rest. */
export function Early(props: { readonly places: readonly FoundPlace[] | undefined }) {
  const { places } = props;
  const wide = useWide();
  return (
    <div class="anatomy early">
      <p class="verdict" role="status">
        <span class="certainty">{places === undefined ? 'Searching…' : 'Fitting into the budget…'}</span>
      </p>
      <i class="grey grey-bar" />
      <div class={wide ? 'columns' : ''}>
        <ol class="items" aria-label="Places found so far">
          {places?.map((place) => (
            <li class="place" key={place.id}>
              <div class="item-head">
                <Path path={place.path} startLine={place.startLine} endLine={place.endLine} />
                <span class="score-number">{place.relevance.toFixed(2)}</span>
              </div>
              <p class="item-about">
                <span class="item-name">{place.name}</span>
              </p>
              <i class="grey grey-line" />
            </li>
          ))}
          {places === undefined &&
            Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <li class="place" key={row}>
                <i class="grey grey-line" />
                <i class="grey grey-line is-short" />
                <i class="grey grey-line" />
              </li>
            ))}
        </ol>
        {wide && <i class="grey grey-text" />}
      </div>
    </div>
  );
}
