/** A question that the history answers: what changed or who wrote it, of the project or of a part of it, the subject. */
export interface HistoryQuestion {
  readonly topic: 'changes' | 'people';
  readonly subject?: string;
}

/** Longer questions say more than that, and are searched for. */
const LONGEST = 140;

/**
 * Reads a question about history. Its words ("changed", "wrote") stand in no line it asks for; the files of its subject
 * do, and their commits.
 */
export function historyQuestion(text: string): HistoryQuestion | undefined {
  if (text.length > LONGEST || text.includes('\n')) return undefined;
  const asked = text
    .replaceAll('’', "'")
    .trim()
    .replace(/^(?:(?:hi|hey|hello|ok|please|so)[ ,]+)+/i, '')
    .replace(/^(?:(?:can|could|would) you )?(?:tell|show) me (?=what|who)/i, '')
    .replace(/(?: please| exactly)?[\s?!.]*$/i, '');
  for (const [topic, pattern] of FORMS) {
    const found = pattern.exec(asked);
    if (found === null) continue;
    const subject = found.groups?.['subject'];
    if (subject !== undefined && RELEASE.test(subject)) return undefined;
    return subject === undefined || PROJECT.test(subject) ? { topic } : { topic, subject };
  }
  return undefined;
}

/** A changelog tells of releases. */
const RELEASE = /^(?:(?:the|this|last|latest|current|next|new) )*(?:version|release)s?$/i;
const PROJECT =
  /^(?:this|it|here|(?:(?:the|this|our|my|whole|entire) )*(?:project|repo|repository|code ?base|code|app|application|library|package|tool|monorepo))$/i;
const AGO =
  '(?:recently|lately|today|yesterday|(?:in |over |during |since )?the (?:last|past|latest)(?: few)?(?: \\d{1,3}| two| three)? ?(?:days?|weeks?|months?|commits?)?|(?:this|last) (?:week|month)|since (?:yesterday|last week|last month))';

const FORMS: readonly (readonly [HistoryQuestion['topic'], RegExp])[] = [
  [
    'changes',
    new RegExp(
      `^what(?: has|'s)? (?:recently )?(?:changed|happened|been (?:changed|done))(?: ${AGO})?(?: (?:in|to|with|at|on|about) (?<subject>\\S.{0,100}?))?(?: ${AGO})?$`,
      'i',
    ),
  ],
  [
    'changes',
    /^(?:show(?: me)? )?(?:the )?(?:recent|latest|last|newest) (?:changes|commits|work|activity)(?: (?:in|to|of|on|for) (?<subject>\S.{0,100}))?$/i,
  ],
  ['changes', /^(?:git log|commit history|what(?: is|'s|s) new)(?: (?:in|of|for) (?<subject>\S.{0,100}))?$/i],
  [
    'people',
    /^who (?:originally |last |mainly |usually )?(?:wrote|made|created|built|added|implemented|owns|maintains|changed|touched|edited|works on|worked on|is responsible for|knows(?: most)? about|knows|introduced) (?<subject>\S.{0,100})$/i,
  ],
  [
    'people',
    /^who (?:is|are) the (?:main |core )?(?:authors?|maintainers?|owners?|contributors?|developers?)(?: of (?<subject>\S.{0,100}))?$/i,
  ],
];
