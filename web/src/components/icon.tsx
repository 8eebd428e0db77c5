import type { SourceKind } from '../../../src/core/vocabulary.ts';

/** Lines on a grid of 16, drawn in the colour of the text around them. */
const PATHS = {
  ask: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.4 10.4 14 14',
  live: 'M1.5 8h3l2-5 3 10 2-5h3',
  knowledge:
    'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.500-1.500H13M6 5.500h4',
  project: 'M2 3h5v5H2zM9 3h5v3H9zM9 8h5v5H9zM2 10h5v3H2z',
  health: 'M2 13.500h12M4 11V8M7.300 11V4M10.600 11V6.500',
  compare: 'M3 3h4v10H3zM9 3h4v10H9z',
  code: 'M5.500 4.500 2 8l3.500 3.500M10.500 4.500 14 8l-3.500 3.500',
  document: 'M4 2h5.500L12.500 5v9H4zM9.500 2v3h3M6 8h4.500M6 10.500h4.500',
  commit: 'M8 5.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600M1.500 8h3.700M10.800 8h3.700',
  memory: 'M4 2.500h8V14l-4-3-4 3z',
  experience: 'M6 2h4M6.700 2v4L3 12.500A1 1 0 0 0 3.900 14h8.200a1 1 0 0 0 .9-1.500L9.300 6V2M5 10h6',
  value: 'M8 2.500l1.700 3.500 3.800.5-2.800 2.700.7 3.800L8 11.200 4.600 13l.7-3.800L2.500 6.500 6.300 6z',
  message: 'M2.500 3h11v8H7l-3 2.500V11H2.500z',
  reference:
    'M10.500 8A2.500 2.500 0 1 1 8 5.500 2.500 2.500 0 0 1 10.500 8v.8a1.500 1.500 0 0 0 3 0V8A5.500 5.500 0 1 0 11 12.600',
  copy: 'M5.500 5.500h8v8h-8zM3 10.500h-.500v-8h8V3',
  share: 'M8 10V2.500M5 5.200l3-2.700 3 2.700M3.500 8v5.500h9V8',
  pin: 'M6 2.500h4l-.5 4 2.500 2.500H4l2.500-2.500zM8 9v4.500',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M6 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  sliders:
    'M2 5h6M11.500 5H14M2 11h2.500M8 11h6M9.700 3.300a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400M6.200 9.300a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400',
  clock: 'M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11M8 5v3.300l2 1.500',
  spark: 'M8 2v4M8 10v4M2 8h4M10 8h4',
  folder: 'M2 4h4.500l1.500 1.500h6V12.500H2z',
  theme: 'M8 2.500a5.500 5.500 0 1 1 0 11zM8 2.500a5.500 5.500 0 0 0 0 11',
  keyboard: 'M1.500 4.500h13v7.500h-13zM4 7h.01M6.700 7h.01M9.300 7h.01M12 7h.01M5 9.800h6',
  up: 'M8 13V3.500M4.500 7 8 3.500 11.500 7',
  useful:
    'M5 7.500 7.500 2.500c1 0 1.700.7 1.500 1.700L8.600 6.500h3.700c.9 0 1.400.7 1.200 1.500l-1 4.200c-.2.700-.7 1.300-1.500 1.300H5zM2.500 7.500H5v6H2.500z',
  check: 'M3 8.500 6.500 12 13 4.500',
  alert: 'M8 2.500 14.500 13.500h-13zM8 6.500v3.500M8 11.800v.01',
  print: 'M4.500 6V2.500h7V6M4.500 11h-2V6h11v5h-2M4.500 9.500h7v4h-7z',
  menu: 'M2.500 4h11M2.500 8h11M2.500 12h11',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon(props: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg class={`icon ${props.class ?? ''}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[props.name]} />
    </svg>
  );
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

/** The icon of a source in its own hue; the hues are in the style sheet, per theme. */
export function SourceIcon(props: { readonly source: SourceKind }) {
  return (
    <span class={`source-icon hue-${props.source}`} title={SOURCE_LABELS[props.source]}>
      <Icon name={props.source} />
    </span>
  );
}
