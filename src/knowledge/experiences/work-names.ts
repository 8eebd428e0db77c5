import { editDistance } from '../../core/text/edit-distance.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { APPROACHES, DOMAINS, ROOT_CAUSES } from '../../core/vocabulary.ts';

const LISTS = { domain: DOMAINS, strategy: APPROACHES, rootCause: ROOT_CAUSES } as const;
export type WorkField = keyof typeof LISTS;

const LABELS: Readonly<Record<WorkField, string>> = {
  domain: 'Domain',
  strategy: 'Strategy',
  rootCause: 'Root cause',
};

interface WorkName {
  /** The known name where the word clearly means one, or else the word itself. */
  readonly name: string;
  /** The word as typed, if it is not the known name. */
  readonly typed?: string;
  /** What became of a word that is no known name. */
  readonly note?: string;
}

/**
 * The name an experience keeps for a word that somebody used. People and models invent words of their own: one that
 * clearly means a known name is kept under it, any other as it is; none is refused.
 */
export function workNameOf(field: WorkField, word: string): WorkName {
  // Questions name kinds of work, too, and the note repeats the word.
  const { clean } = withoutSecrets({ word });
  const typed = clean.word.trim().replace(/\s+/g, ' ');
  const known: readonly string[] = LISTS[field];
  const key = keyOf(typed);
  if (known.includes(key)) return { name: key };
  const name = SAME[field].get(key) ?? onlyNear(key, known);
  if (name !== undefined) {
    return { name, typed, note: `${LABELS[field]} "${typed}" counts as ${name}.` };
  }
  const own = key === '' ? typed : key;
  return {
    name: own,
    typed,
    note: `${LABELS[field]} "${typed}" counts as itself: it is none of ${known.join(', ')}.`,
  };
}

/** The fields that name kinds of work under their names, and what became of words nobody knows. */
export function withWorkNames<Value extends { readonly [Field in WorkField]?: string | undefined }>(
  value: Value,
): { readonly value: Value; readonly tags: readonly string[]; readonly notes: readonly string[] } {
  let named = value;
  const tags: string[] = [];
  const notes: string[] = [];
  for (const field of ['domain', 'strategy', 'rootCause'] as const) {
    const word = value[field];
    if (word === undefined) continue;
    const { name, typed, note } = workNameOf(field, word);
    named = { ...named, [field]: name };
    if (typed !== undefined && typed !== name) tags.push(typed);
    if (note !== undefined) notes.push(note);
  }
  return { value: named, tags, notes };
}

/** "Root cause analysis", `rootCauseAnalysis` and `root_cause_analysis` are one word. */
function keyOf(word: string): string {
  return apart(apart(word).toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .join('-');
}

/** Some capitals have no small letter, so they stay after one. */
function apart(word: string): string {
  return word.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2');
}

/** One slip or a plural, if that leads to one name only. */
function onlyNear(key: string, known: readonly string[]): string | undefined {
  if (key.length < SHORTEST_CORRECTED) return undefined;
  const near = known.filter((name) => editDistance(key, name) <= (key.length < LONG ? 1 : 2));
  return near.length === 1 ? near[0] : undefined;
}
const SHORTEST_CORRECTED = 6;
const LONG = 10;

/** Other words for a name. Only where nobody would doubt it: "migration" may be many things. */
function others(lines: string): ReadonlyMap<string, string> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [name = '', words = ''] = line.split(':');
        return words.split(',').map((word) => [word.trim(), name.trim()] as const);
      }),
  );
}

const SAME: Readonly<Record<WorkField, ReadonlyMap<string, string>>> = {
  domain: others(`
debugging: debug, bug, bugs, bugfix, bugfixing, bug-fix, bug-fixing, bug-hunt, fix, fixing, hotfix, troubleshooting, troubleshoot, diagnosis, diagnostics
refactoring: refactor, cleanup, clean-up, code-cleanup, restructuring, restructure, simplification, tech-debt, technical-debt
feature: features, new-feature, feature-development, feature-work, implementation, implement, enhancement
testing: test, tests, tdd, qa, unit-testing, unit-tests, e2e, e2e-testing, integration-testing, integration-tests, test-writing
configuration: config, configs, configuring, settings, setup
documentation: docs, doc, documenting, docs-writing, technical-writing
performance: perf, speed, optimization, optimisation, optimizing, performance-tuning, profiling
security: sec, appsec, hardening, security-hardening, vulnerability
integration: integrations, integrating, api-integration, third-party-integration, system-integration
`),
  strategy: others(`
systematic-elimination: elimination, process-of-elimination, rule-out, ruling-out, isolation, isolate, isolate-variables, narrow-down, narrowing-down
trial-and-error: trial-error, try-and-see, try-it, guess-and-check, guessing, experimentation, experiment, tinkering
research-first: research, read-docs, read-the-docs, read-documentation, documentation-first, literature-search, web-search
divide-and-conquer: bisect, bisecting, bisection, git-bisect, binary-search, divide-conquer, halving
root-cause-analysis: root-cause, rca, five-whys, 5-whys, causal-analysis
copy-from-similar: copy, copy-existing, copy-paste, copy-from-existing, follow-existing-pattern, follow-existing, analogy, adapt-existing
check-assumptions: check-assumption, verify-assumptions, verify-assumption, question-assumptions, test-assumptions, validate-assumptions
read-the-error: read-error, read-errors, read-error-message, read-the-error-message, error-message, read-stack-trace, read-the-stack-trace
ask-user: ask, ask-the-user, ask-human, ask-a-human, clarify, clarification, ask-for-clarification
`),
  rootCause: others(`
wrong-assumption: assumption, bad-assumption, false-assumption, incorrect-assumption, invalid-assumption, mistaken-assumption
missing-knowledge: knowledge-gap, lack-of-knowledge, unknown-behavior, unknown-behaviour, undocumented-behavior, undocumented-behaviour, misunderstanding
oversight: overlooked, forgot, forgotten, mistake, typo, human-error, slip
environment-issue: environment, environmental, env, environment-difference, environment-mismatch
misleading-symptom: misleading, misleading-error, red-herring, wrong-symptom
incomplete-fix: partial-fix, incomplete, unfinished-fix
wrong-scope: scope, scope-too-narrow, scope-too-wide
test-isolation: shared-test-state, test-pollution, test-order, test-order-dependency
timing-issue: timing, race, race-condition, concurrency, concurrency-issue, flaky-timing
`),
};
