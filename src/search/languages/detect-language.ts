export const QUERY_LANGUAGES = ['de', 'es', 'fr', 'ja', 'pt', 'ru', 'zh'] as const;
export type QueryLanguage = (typeof QUERY_LANGUAGES)[number];

/**
 * The language of a question that is not English. A script decides at once; for Latin letters the function words
 * decide, and a few English ones make a sentence English.
 */
export function detectLanguage(text: string): QueryLanguage | undefined {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'ru';
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  let best: QueryLanguage | undefined;
  let most = count(ENGLISH);
  for (const [language, known] of FUNCTION_WORDS) {
    const found = count(known) + (LETTERS[language]?.test(text) === true ? 1 : 0);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}

/** Letters that only one of these languages has. */
const LETTERS: Partial<Record<QueryLanguage, RegExp>> = {
  de: /[äöüß]/i,
  es: /[ñ¿¡]/i,
  fr: /[œèùû]/i,
  pt: /[ãõ]/i,
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const ENGLISH = setOf(
  'the a an is are was be does do did how what where which who why when of to for from with and or not it its in on at by ' +
    'as no so us our your this that these those can could should would if then there i my me you we they has have had',
);

/** The commonest function words, except those that are also words of English or of code. */
const FUNCTION_WORDS: readonly (readonly [QueryLanguage, ReadonlySet<string>])[] = [
  [
    'de',
    setOf(
      'wo wie was wer warum worum wann welche welcher welches welchen wohin woher wird werden wurde wurden ist sind war ein eine ' +
        'einer einen einem eines der die das den dem des und oder nicht kein keine wenn ob dass für mit von vom zum zur bei ' +
        'beim nach aus auf über unter zwischen durch ohne im ich man sich es sie wir kann muss soll hat haben gibt noch schon ' +
        'auch nur mehr sehr zu als aber hier dort diese diesem dieser dieses mein meine zeige mir bitte beschreibe erkläre',
    ),
  ],
  [
    'es',
    setOf(
      'de dónde donde cómo como qué que cuál cual cuáles cuándo cuando quién por para con sin sobre entre desde hasta el la los ' +
        'las un una unos unas del al lo se su sus es son está están esta este estos estas hay y o pero si no más muy ya también ' +
        'puedo puede pueden debe hace hacen tiene tienen mi me nos muéstrame quiero según',
    ),
  ],
  [
    'fr',
    setOf(
      'où ou comment quel quelle quels quelles quand qui que quoi pourquoi est sont été être le la les un une des du de et ' +
        'avec sans pour par sur sous dans entre vers chez au aux ce cet cette ces il elle ils elles on nous vous je mon ma mes ' +
        'son sa ses leur ne pas plus si mais donc fait faire peut doit lorsque dont selon montre moi',
    ),
  ],
  [
    'pt',
    setOf(
      'de onde como qual quais quando quem que porque por para com sem sobre entre desde até o os a as um uma uns umas do da dos ' +
        'das no na nos nas ao à aos pelo pela pelos pelas se seu sua seus suas é são está estão esse essa este esta isso há e ' +
        'ou mas não mais muito já também pode posso deve faz fazer tem têm meu minha fica quero mostre',
    ),
  ],
];
