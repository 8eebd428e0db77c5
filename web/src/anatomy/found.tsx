import { useMemo, useState } from 'preact/hooks';
import type { Certainty } from '../../../src/core/vocabulary.ts';
import type { AskedContext } from '../ask-context.ts';
import { counted, formatCount, splitPath } from '../names.ts';
import { costOf, SAID } from './left-out.tsx';
import type { LeftOutPlace, Lines } from './left-out-places.ts';
import { ownRelevance } from './score-parts.ts';

/** More are too thin to point at. */
const DRAWN = 160;
/** Fewer do not get thicker. */
const FEWEST = 40;
const HEIGHT = 30;
const LOWEST = 3;

const CERTAIN: Readonly<Record<Certainty, string>> = {
  likely: 'Likely here',
  possibly: 'Possibly here',
  nothing: 'Nothing found',
};

const KINDS = ['in', 'named', 'out'] as const;

interface Found {
  readonly is: (typeof KINDS)[number];
  readonly id: string;
  readonly relevance: number;
  readonly label: string;
  /** Absent of what is in. */
  readonly whyNot?: string;
}

/** Every place that was found, the most relevant first: what is in, what is not, and at a touch why not. */
export function FoundPlaces(props: {
  readonly context: AskedContext;
  readonly left: readonly LeftOutPlace[];
  readonly onSelect: (id: string) => void;
  readonly onLeftOut: () => void;
}) {
  const { context, left } = props;
  const all = useMemo(() => ranked(context, left), [context, left]);
  const [at, setAt] = useState<number>();
  const certainty = context.query?.certainty;
  const most = all[0]?.relevance || 1;
  const ticks = (drawn: Found['is']) =>
    all
      .map(({ relevance, is }, place) =>
        is === drawn
          ? `M${place + 0.1} ${HEIGHT}v${-Math.max(LOWEST, (HEIGHT * relevance) / most)}h.8V${HEIGHT}z`
          : '',
      )
      .join('');
  const across = Math.max(FEWEST, all.length);
  const pointed = at === undefined ? undefined : all[at];
  return (
    <figure class="found">
      <figcaption class="verdict">
        {certainty !== undefined && <span class={`certainty is-${certainty}`}>{CERTAIN[certainty]}</span>}
        <span>
          <strong>
            {formatCount(context.items.length)} of {counted(context.items.length + left.length, 'place')}{' '}
            found
          </strong>{' '}
          are in
          {left.length > 0 && (
            <span class="found-rest">: the best that fit {formatCount(context.budget)} tokens</span>
          )}
        </span>
        <span class="found-key quiet">
          {pointed === undefined ? (
            <>
              most relevant first: <i class="found-in" /> in <i class="found-named" /> named{' '}
              <i class="found-out" /> left out
            </>
          ) : (
            [pointed.label, pointed.relevance.toFixed(2), pointed.whyNot ?? 'in'].join(', ')
          )}
        </span>
      </figcaption>
      <button
        type="button"
        aria-label={`${context.items.length} places are in, ${left.length} left out: why not others`}
        onPointerMove={(event) => {
          const { left: from, width } = event.currentTarget.getBoundingClientRect();
          setAt(Math.floor(((event.clientX - from) / width) * across));
        }}
        onPointerLeave={() => setAt(undefined)}
        onClick={() =>
          pointed !== undefined && pointed.whyNot === undefined
            ? props.onSelect(pointed.id)
            : props.onLeftOut()
        }
      >
        <svg viewBox={`0 0 ${across} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {KINDS.map((is) => (
            <path key={is} class={`found-${is}`} d={ticks(is)} />
          ))}
          {at !== undefined && <rect class="found-at" x={at} width="1" height={HEIGHT} />}
        </svg>
      </button>
    </figure>
  );
}

function ranked({ items }: AskedContext, left: readonly LeftOutPlace[]): readonly Found[] {
  return [
    ...items.map(
      (item): Found => ({
        is: 'in',
        id: item.id,
        relevance: ownRelevance(item),
        label: labelOf(item.name, item.location),
      }),
    ),
    ...left.map(
      (item): Found => ({
        is: item.reason === 'named' ? 'named' : 'out',
        id: item.id,
        relevance: item.relevance,
        label: labelOf(item.name, item),
        whyNot: [(SAID[item.reason] ?? item.reason).toLowerCase(), costOf(item)].join(', '),
      }),
    ),
  ]
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, DRAWN);
}

function labelOf(name: string, at: Lines | undefined): string {
  return at?.path === undefined ? name : `${splitPath(at.path).file}:${at.startLine}–${at.endLine}`;
}
