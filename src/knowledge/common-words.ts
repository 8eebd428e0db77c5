import { stem, termsOf } from '../core/text/terms.ts';

/** Whether a stemmed word occurs in requests of any kind, so that sharing it says little. So do numbers. */
export function isCommonWord(term: string): boolean {
  return COMMON.has(term) || /^\d+$/.test(term);
}

/** Fewer telling words in common are chance: any prompt shares one with some record. */
export const MIN_SHARED = 2;

/** The distinct words of a text that are not in every other request. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(termsOf(text))].filter((term) => term.length > 2 && !isCommonWord(term));
}

/** General English of requests and small talk, without technical terms or stop words. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'able across actual add added adding ago allow almost alone along already always amount another ' +
    'answer anybody anyone anything anyway apart appear apply around ask asked asking away awesome back ' +
    'bad base basic become begin behind believe best better big bit bring broken build built bye call ' +
    'called came care careful case cause certain change changed changes check choose clean clear clearly ' +
    'close come comes common complete completely consider contain content cool copy correct count couple ' +
    'course create created current currently cut day days deal decide deep default define delete describe ' +
    'detail details differ difference different directly done draft drop early easily easy edit eight ' +
    'either else empty end enough ensure entire error especially even event ever every everybody everyone ' +
    'everything exact exactly example except exist expect explain extra fact fail failed fails far fast ' +
    'feel file files fill final finally find fine finish first five fix fixed follow following form ' +
    'format found four free friday full gave general gets getting give given goes going gone good great ' +
    'group guess guide half hand handle happen hard hear hello help hey hi high hint hold hope hour hours ' +
    'however huge idea immediately implement important improve include inside instead issue item join ' +
    'keep kept kind knew know known large last late lately later latest lead learn least leave left less ' +
    'let level like likely line list little local long longer look looked looking looks lost lot low made ' +
    'main make makes making manage many mark matter maybe mean means meet mention message might mind ' +
    'minute minutes miss missing moment monday month morning mostly move much must name named near nearly ' +
    'need needed needs neither never new next nice night nine nobody none normal note nothing notice ' +
    'number obvious odd often ok okay old one onto open option order others otherwise page part ' +
    'particular pass past people per perfect perhaps person pick piece place plan play point possible ' +
    'post prefer present pretty previous probably problem proper properly provide put question quick ' +
    'quickly quite rather reach read ready real really reason recent recently refer regarding related ' +
    'relevant remain remember remove rename repeat replace reply request require rest result return right ' +
    'run running runs said saturday save saw say saying says second see seem seems seen send sense sent ' +
    'sentence set seven several shall short show shown side similar simple simply since single sit six ' +
    'size slow slowly small somebody somehow someone something sometimes somewhere soon sorry sort ' +
    'specific stand start started state stay step still stop stuff suggest summary sunday sure take taken ' +
    'takes talk task tell ten text thank thanks thing things think third though three thursday time times ' +
    'today together told tomorrow took top total toward tried true try trying tuesday turn two type ' +
    'understand undo unless update upon usage useful user uses usual usually value various version view ' +
    'wait want wanted wants watch way ways wednesday week weeks well went whatever whether whole whose ' +
    'window wish within without won wonder word words work worked working works world worry worse worst ' +
    'write writes writing written wrong yeah year years yes yesterday yet zero'
  )
    .split(' ')
    .map(stem),
);
