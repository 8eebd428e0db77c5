import { Path } from '../components/path.tsx';
import { formatAddress } from '../router.ts';
import type { Place } from './extras.ts';
import { sentence } from './score-parts.ts';

/** The next likely places: listed, not printed. */
export function PlaceMap(props: { readonly places: readonly Place[] }) {
  return (
    <ul class="items">
      {props.places.map((place) => (
        <li class="item" key={`${place.path} ${place.startLine} ${place.name}`}>
          <div class="item-head">
            <a class="item-title" href={formatAddress(['ask', placeText(place)])}>
              <Path path={place.path} startLine={place.startLine} endLine={place.endLine} />
            </a>
          </div>
          {place.name !== undefined && (
            <p class="item-about">
              <span class="item-name">{place.name}</span>
            </p>
          )}
          {place.why !== undefined && <p class="item-why">{sentence([{ rule: place.why, score: 1 }])}</p>}
        </li>
      ))}
    </ul>
  );
}

/** A question that names a place is answered with its lines. */
function placeText({ path, startLine }: Place): string {
  return startLine === undefined ? path : `${path}:${startLine}`;
}
