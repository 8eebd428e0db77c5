import type { MapEntry } from '../core/context.ts';
import { sharedWords } from '../core/text/shared-words.ts';

/** What the index knows of a place, as far as it is needed here. */
interface StoredTexts {
  readonly chunks: (
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string; readonly text: string }[]>;
}

/** What is said of a place that is named for its words alone. */
const BY_WORDS = 'words';

/** Says of places that share words with the question which words: their texts are read from the index for it. */
export async function explainPlaces(
  index: StoredTexts,
  question: string,
  places: readonly MapEntry[],
): Promise<MapEntry[]> {
  const ids = places.filter(({ why }) => why === BY_WORDS).map(({ id }) => id);
  const texts = new Map((await index.chunks(ids)).map(({ id, text }) => [id, text]));
  return places.map((place) => {
    const words = sharedWords(question, `${place.path} ${place.name} ${texts.get(place.id) ?? ''}`);
    return place.why !== BY_WORDS || words === '' ? place : { ...place, why: `has ${words}` };
  });
}
