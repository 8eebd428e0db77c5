/** Lines on a grid of 16, drawn in the colour of the text around them. */
export const ICON_PATHS = {
  ask: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.4 10.4 14 14',
  live: 'M1.5 8h3l2-5 3 10 2-5h3',
  knowledge:
    'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4',
  project: 'M2 3h5v5H2zM9 3h5v3H9zM9 8h5v5H9zM2 10h5v3H2z',
  health: 'M2 13.5h12M4 11V8M7.3 11V4M10.6 11V6.5',
  compare: 'M3 3h4v10H3zM9 3h4v10H9z',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  document: 'M4 2h5.5L12.5 5v9H4zM9.5 2v3h3M6 8h4.5M6 10.5h4.5',
  commit: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M1.5 8h3.7M10.8 8h3.7',
  memory: 'M4 2.5h8V14l-4-3-4 3z',
  experience: 'M6 2h4M6.7 2v4L3 12.5A1 1 0 0 0 3.9 14h8.2a1 1 0 0 0 .9-1.5L9.3 6V2M5 10h6',
  value: 'M8 2.5l1.7 3.5 3.8.5-2.8 2.7.7 3.8L8 11.2 4.6 13l.7-3.8L2.5 6.5 6.3 6z',
  message: 'M2.5 3h11v8H7l-3 2.5V11H2.5z',
  reference: 'M10.5 8A2.5 2.5 0 1 1 8 5.5 2.5 2.5 0 0 1 10.5 8v.8a1.5 1.5 0 0 0 3 0V8A5.5 5.5 0 1 0 11 12.6',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  share: 'M8 10V2.5M5 5.2l3-2.7 3 2.7M3.5 8v5.5h9V8',
  pin: 'M6 2.5h4l-.5 4 2.5 2.5H4l2.5-2.5zM8 9v4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  sliders:
    'M2 5h6M11.5 5H14M2 11h2.5M8 11h6M9.7 3.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4M6.2 9.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4',
  clock: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3.3l2 1.5',
  spark: 'M8 2v4M8 10v4M2 8h4M10 8h4',
  folder: 'M2 4h4.5l1.5 1.5h6V12.5H2z',
  theme: 'M8 2.5a5.5 5.5 0 1 1 0 11zM8 2.5a5.5 5.5 0 0 0 0 11',
  keyboard: 'M1.5 4.5h13v7.5h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.8h6',
  up: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  useful:
    'M5 7.5 7.5 2.5c1 0 1.7.7 1.5 1.7L8.6 6.5h3.7c.9 0 1.4.7 1.2 1.5l-1 4.2c-.2.7-.7 1.3-1.5 1.3H5zM2.5 7.5H5v6H2.5z',
  check: 'M3 8.5 6.5 12 13 4.5',
  alert: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.8v.01',
  print: 'M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9.5h7v4h-7z',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
} as const;
export type IconName = keyof typeof ICON_PATHS;
