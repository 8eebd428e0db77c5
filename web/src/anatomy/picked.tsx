import type { Context } from '../../../src/core/context.ts';
import type { AskSettings } from '../ask-settings.ts';
import { Icon } from '../components/icon.tsx';
import { splitPath } from '../names.ts';
import { withPick } from '../picks.ts';

interface Chip {
  readonly key: string;
  readonly said: string;
  readonly text: string;
  readonly title: string;
  readonly without: AskSettings;
}

/** The user's decisions about this answer, each with an undo: pinned, left out, paths. */
export function Picked(props: {
  readonly settings: AskSettings;
  readonly context: Context | undefined;
  readonly onChange: (settings: AskSettings) => void;
}) {
  const chips = chipsOf(props.settings, props.context);
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="What you decided">
      {chips.map((chip) => (
        <li key={chip.key} class="chip" title={chip.title}>
          <span class="quiet">{chip.said}</span>
          <span class="path">{chip.text}</span>
          <button
            type="button"
            class="ghost"
            aria-label={`Undo: ${chip.title}`}
            onClick={() => props.onChange(chip.without)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function chipsOf(settings: AskSettings, context: Context | undefined): readonly Chip[] {
  const places = new Map([
    ...(context?.excluded ?? []).map(({ id, path, name }) => [id, path ?? name] as const),
    ...(context?.items ?? []).map(({ id, location, name }) => [id, location?.path ?? name] as const),
  ]);
  const ofItem = (id: string, said: string): Chip => {
    const place = places.get(id);
    return {
      key: `${said} ${id}`,
      said,
      text: place === undefined ? 'not found here' : splitPath(place).file,
      title: `${said} ${place ?? id}`,
      without: withPick(settings, id, 'free'),
    };
  };
  return [
    ...settings.pins.map((id) => ofItem(id, 'pinned')),
    ...settings.drops.map((id) => ofItem(id, 'left out')),
    ...settings.paths.map((pattern) => ({
      key: `path ${pattern}`,
      said: 'only paths',
      text: pattern,
      title: `only paths ${pattern}`,
      without: { ...settings, paths: settings.paths.filter((other) => other !== pattern) },
    })),
  ];
}
