// Shapes texts found in repositories into queries a person could have written.

const NOISE =
  /^(todo|fixme|xxx|hack|copyright|license|licensed|eslint|prettier|istanbul|biome|tslint|@|noqa|type:|pragma|pylint|inheritdoc|\{@inheritdoc|see |generated|nolint|region|endregion|spdx|import |export |const |let |var |return |if |for |\}|-{3}|={3})/i;

/** The first sentence of a doc comment, or undefined when it says too little. */
export function firstSentence(doc) {
  const text = withoutMarkup(
    doc.split(
      /<(?:param|returns|typeparam|exception)\b|\n\s*\n|\n\s*[@:\\]\w+|\n\s*(?:Args|Arguments|Parameters|Returns|Examples?|Raises)\s*:?\s*\n/,
    )[0] ?? '',
  );
  const match = /^(.+?[.!?])(?=\s+[A-Z`"'(]|\s*$)/s.exec(text);
  return sayable((match?.[1] ?? text).slice(0, 300));
}

/** What follows the first sentence, without lists of parameters. */
export function restOf(doc, first) {
  const text = withoutMarkup(
    doc.replace(/^\s*[@:\\]\w+.*$/gm, '').replace(/<(param|returns|typeparam|exception)\b[\s\S]*/, ''),
  );
  const at = text.indexOf(first);
  return at < 0 ? undefined : sayable(text.slice(at + first.length).slice(0, 300));
}

export function withoutMarkup(text) {
  return text
    .replace(/<(?:see|paramref|typeparamref)\s+\w+="([^"]*)"\s*\/>/g, (_, name) => name.split('.').at(-1))
    .replace(/\{@\w+\s+([^}]*)\}/g, '$1')
    .replace(/<\/?[a-zA-Z][^>\n]*>/g, ' ')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/https?:\S+/g, ' ')
    .replace(/:\w+:`~?([^`]*)`/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function sayable(text) {
  const trimmed = text.trim();
  if (NOISE.test(trimmed)) return undefined;
  const words = trimmed.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  const others = trimmed.match(/[^A-Za-z0-9\s.,'"()_-]/g)?.length ?? 0;
  return words >= 3 && words <= 60 && others * 3 <= words * 2 ? trimmed : undefined;
}

const BOT =
  /^(bump|chore\(deps|build\(deps|release|v?\d+\.\d+|merge|revert|update (changelog|dependenc|readme|lock|yarn|package|deps|translations)|\[?automated|\[pre-commit|apply suggestions|typos?\b|lint|format|prepare |version|publish|changelog|wip\b|cleanup$|fix(es)? (lint|typo|ci|test|build)s?\.?$|translated)/i;

/** A commit subject as one would ask for the change: without prefixes, numbers and authors. */
export function subjectQuery(subject) {
  const text = subject
    .replace(/\s*\(?#\d+\)?/g, '')
    .replace(/^(\w+)(\([^)]*\))?!?:\s+/, (_, kind) => (/^(fix|bug)/i.test(kind) ? 'fix ' : ''))
    .replace(/^(fix(es|ed)?|clos(es|ed)|refs?|issue|gh-|[A-Z]+-)\s*#?\d+\s*[:.,-]?\s*/i, '')
    .replace(/^\[[^\]]*\]\s*/, '')
    .trim();
  return BOT.test(subject) || BOT.test(text) ? undefined : sayable(text.slice(0, 200));
}

const QUESTIONS = [
  (text) => `how does it ${text}?`,
  (text) => `where is the code that ${text}`,
  (text) => `how do I ${text}`,
  (text) => `What is responsible for this: ${text}?`,
  (text) => `which function ${text}`,
  (text) => `Where do we ${text}?`,
  (text) => `explain how the project ${text}`,
  (text) => `find the implementation: ${text}`,
];

/** A sentence turned into a question; which form is decided by the sentence itself. */
export function asQuestion(sentence) {
  const text = sentence.replace(/[.!?]+$/, '');
  const lowered = /^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
  return QUESTIONS[hash(sentence) % QUESTIONS.length](lowered);
}

const COMPLAINTS = [
  (text) => `Bug: ${text} does not work`,
  (text) => `${text} fails`,
  (text) => `Unexpected behaviour when I try to ${text}`,
  (text) => `[Feature request] ${text}`,
  (text) => `Error when trying to ${text}`,
  (text) => `${text} is broken after upgrading to the latest version`,
];

/** A sentence turned into the title of an issue. */
export function asIssueTitle(sentence) {
  const text = sentence.replace(/[.!?]+$/, '');
  const lowered = /^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
  return COMPLAINTS[hash(sentence) % COMPLAINTS.length](lowered);
}

export function splitName(name) {
  return (name.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).join(' ').toLowerCase();
}

/** FNV-1a: decisions that look random but are the same in every run. */
export function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
