import type { SourceKind } from '../../../src/core/vocabulary.ts';
import type { PickAction } from '../picks.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';

export type { IconName };

export function Icon(props: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg class={`icon ${props.class ?? ''}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICON_PATHS[props.name]} />
    </svg>
  );
}

/** Each source has its hue in the style sheet, by theme. */
export function hueOf(source: SourceKind) {
  return { '--hue': `var(--${source})` };
}

export const SOURCE_LABELS: Readonly<Record<SourceKind, string>> = {
  reference: 'references',
  code: 'code',
  document: 'documents',
  commit: 'commits',
  memory: 'memories',
  experience: 'experiences',
  value: 'values',
  message: 'messages',
};

/**
 * The icon of a source in its own hue. With `drag` the item is dragged by it,
 * and that is done to it.
 */
export function SourceIcon(props: { readonly source: SourceKind; readonly drag?: PickAction | undefined }) {
  const { source, drag } = props;
  return (
    <span
      class="source-icon"
      style={hueOf(source)}
      title={
        drag === undefined
          ? SOURCE_LABELS[source]
          : `${SOURCE_LABELS[source]}: drag it ${drag === 'drop' ? 'out' : 'in'}`
      }
      data-drag={drag}
    >
      <Icon name={source} />
    </span>
  );
}
