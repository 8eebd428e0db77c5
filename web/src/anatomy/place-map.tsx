import { Icon, SourceIcon } from '../components/icon.tsx';
import { Path } from '../components/path.tsx';
import { formatAddress } from '../router.ts';
import type { Place } from './extras.ts';
import { PickButton, type Picking } from './pick-button.tsx';
import { placeSentence } from './score-parts.ts';

/** The next likely places: listed, not printed. One that was found by itself can be pinned. */
export function PlaceMap(props: {
  readonly places: readonly Place[];
  readonly picking?: Picking | undefined;
}) {
  const { picking } = props;
  return (
    <ul class="items left-out">
      {props.places.map((place) => (
        <li class="item" key={`${place.path} ${place.startLine} ${place.name}`}>
          <div class="item-head">
            <SourceIcon source="code" />
            <a class="item-title" href={formatAddress(['ask', placeText(place)])}>
              <Path path={place.path} startLine={place.startLine} endLine={place.endLine} />
            </a>
          </div>
          {place.name !== undefined && (
            <p class="item-about">
              <span class="item-name">{place.name}</span>
            </p>
          )}
          {place.why !== undefined && <p class="item-why">{placeSentence(place.why)}</p>}
          {place.id !== undefined && picking !== undefined && (
            <div class="item-actions">
              <PickButton
                id={place.id}
                name={place.path}
                does="pin"
                picking={picking}
                label={`Pin ${placeText(place)}`}
              >
                <Icon name="pin" /> Pin
              </PickButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A question that names a place is answered with its lines. */
function placeText({ path, startLine }: Place): string {
  return startLine === undefined ? path : `${path}:${startLine}`;
}
