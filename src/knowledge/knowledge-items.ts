import type { ContextItem, Reason } from '../core/item.ts';
import type { Commit } from '../core/ports.ts';
import type { Axis } from '../core/vocabulary.ts';
import type { Experience } from './experiences/experience.ts';
import { type Memory, standingText } from './memories/memory.ts';
import { speakerOf } from './memories/speakers.ts';
import type { Value } from './values/value.ts';

interface Scored {
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** A memory as displayed: the statement, then its origin. */
export function memoryItem(memory: Memory, scored: Scored, notes: readonly string[] = []): ContextItem {
  return {
    ...base(scored),
    source: 'memory',
    entityType: memory.category === 'decision' ? 'decision' : memory.category === 'error' ? 'bug' : 'concept',
    name: titleOf(memory.content),
    content: [memory.content, ...standingOf(memory), ...notes].join('\n'),
    createdAt: memory.validFrom,
    metadata: {
      source: 'memory',
      category: memory.category,
      importance: memory.importance,
      ...(memory.tags.length > 0 && { tags: memory.tags }),
    },
  };
}

/** Turns of a conversation are all events; repeating that says nothing. */
function standingOf(memory: Memory): string[] {
  return speakerOf(memory.content) === undefined ? [standingText(memory)] : [];
}

/** An experience as displayed: what was tried, the outcome, and what to do next time. */
export function experienceItem(experience: Experience, scored: Scored, axis: Axis = 'full'): ContextItem {
  const { outcome, rootCause, tier } = experience;
  const labelled: readonly (readonly [string, string | undefined])[] = [
    // Outcome before action: if the end is truncated, the lesson stays.
    ['Goal', experience.goal],
    ['Outcome', outcome && `${outcome} - ${experience.result ?? ''}`],
    ['Next time', experience.lesson?.takeaway],
    ['What worked', experience.lesson?.whatWorked],
    ['Surprise', experience.surprise],
    ['Root cause', rootCause && [rootCause, experience.rootCauseDetail].filter(Boolean).join(' - ')],
    ['Hypothesis', experience.hypothesis],
    ['Action', experience.action],
    ['Prediction', experience.prediction],
  ];
  const tags = experience.tags.length > 0 ? ` (${experience.tags.join(', ')})` : '';
  const attempts = experience.iteration > 1 ? `, ${experience.iteration} attempts` : '';
  return {
    ...base(scored),
    source: 'experience',
    entityType: 'task',
    name: titleOf(experience.goal),
    content: [
      `${experience.domain} | ${experience.strategy}${tags}${attempts}`,
      ...labelled.filter(([, text]) => text !== undefined).map(([label, text]) => `${label}: ${text}`),
    ].join('\n'),
    createdAt: experience.startedAt,
    ...(experience.resolvedAt !== undefined && { updatedAt: experience.resolvedAt }),
    metadata: {
      source: 'experience',
      experienceId: scored.id,
      axis,
      domain: experience.domain,
      strategy: experience.strategy,
      ...(outcome !== undefined && { outcome }),
      ...(rootCause !== undefined && { rootCause }),
      ...(tier !== undefined && { tier }),
    },
  };
}

export function valueItem(value: Value, scored: Scored): ContextItem {
  const ofAxis = value.axis === 'full' ? '' : ` with a common ${value.axis.replaceAll('_', ' ')}`;
  return {
    ...base(scored),
    source: 'value',
    entityType: 'pattern',
    name: value.name === '' ? titleOf(value.text) : value.name,
    content: `${value.text}\nLearnt from ${value.size} experiences${ofAxis}${value.accepted ? '' : ', not reviewed yet'}.`,
    createdAt: value.clusteredAt,
    metadata: { source: 'value', axis: value.axis, experienceIds: value.members },
  };
}

export function commitItem(commit: Commit, scored: Scored): ContextItem {
  const date = new Date(commit.time).toISOString().slice(0, 10);
  const files = commit.files.map((file) => file.path);
  const shown = files.slice(0, SHOWN_FILES).join(', ');
  const more = files.length > SHOWN_FILES ? ` and ${files.length - SHOWN_FILES} more` : '';
  return {
    ...base(scored),
    source: 'commit',
    entityType: 'task',
    name: titleOf(commit.message),
    content: [
      `${commit.sha.slice(0, 7)} by ${commit.author} on ${date}`,
      commit.message.trim(),
      ...(files.length > 0 ? [`Files: ${shown}${more}`] : []),
    ].join('\n'),
    createdAt: commit.time,
    metadata: {
      source: 'commit',
      sha: commit.sha,
      author: commit.author,
      email: commit.email,
      files: [...commit.files],
    },
  };
}

const SHOWN_FILES = 5;
const TITLE_LENGTH = 60;

function base({ id, score, reasons }: Scored): Pick<ContextItem, 'id' | 'relevance' | 'reasons'> {
  return { id, relevance: Math.min(1, Math.max(0, score)), reasons: [...reasons] };
}

/** The first line, truncated at a word. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  if (line.length <= TITLE_LENGTH) return line;
  return `${line.slice(0, TITLE_LENGTH).replace(/\s+\S*$/, '')}…`;
}
