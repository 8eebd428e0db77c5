import { useState } from 'preact/hooks';
import {
  CONTEXT_TYPES,
  FORMATS,
  SEARCH_STRATEGIES,
  SELECTIONS,
  type SearchStrategy,
  TRUNCATIONS,
} from '../../../src/core/vocabulary.ts';
import {
  type AskSettings,
  INITIAL_SETTINGS,
  isCodeAlone,
  LARGEST_BUDGET,
  SMALLEST_BUDGET,
} from '../ask-settings.ts';
import { formatCount, said, short } from '../names.ts';
import { useNarrow } from '../use-narrow.ts';
import { Choice } from './choice.tsx';
import { Dialog } from './dialog.tsx';
import { DraftField } from './draft-field.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** The slider is logarithmic: every step is the same share of the budget at 500 as at 100,000. */
const STEPS = 200;
const RATIO = LARGEST_BUDGET / SMALLEST_BUDGET;
const toStep = (tokens: number) =>
  Math.round((STEPS * Math.log(Math.max(1, tokens) / SMALLEST_BUDGET)) / Math.log(RATIO));
const toTokens = (step: number) => {
  const tokens = SMALLEST_BUDGET * RATIO ** (step / STEPS);
  return tokens < 10_000 ? Math.round(tokens / 50) * 50 : Math.round(tokens / 500) * 500;
};

interface SettingsProps {
  readonly value: AskSettings;
  readonly onChange: (value: AskSettings) => void;
  /** Distinguishes the fields of two forms on one page. */
  readonly idPrefix?: string;
  /** The model the index was made with; given, it can be switched off by name. */
  readonly model?: string | undefined;
}

/** The settings of an answer, collapsed into one line; on a small screen a sheet. */
export function SettingsBar(props: SettingsProps) {
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const { value } = props;
  if (narrow) {
    return (
      <div class="settings-bar">
        <button type="button" class="ghost" onClick={() => setOpen(true)}>
          <Icon name="sliders" />
          <span>{describeSettings(value)}</span>
        </button>
        {open && (
          <Dialog title="Settings" sheet onClose={() => setOpen(false)}>
            <div class="settings-sheet">
              <Budget {...props} />
              <Sources {...props} />
              <Format {...props} />
              <More {...props} />
            </div>
          </Dialog>
        )}
      </div>
    );
  }
  const changed = more(value);
  return (
    <div class="settings-bar">
      <Budget {...props} />
      <Menu label="Sources" value={namesOf(value.sources, CONTEXT_TYPES)}>
        <Sources {...props} />
      </Menu>
      {/* A comparison is of lines, which no format changes. */}
      {props.idPrefix === undefined && <Format {...props} />}
      <Menu label={changed === 0 ? 'More' : `More (${changed})`}>
        <More {...props} />
      </Menu>
    </div>
  );
}

/** The settings in a line: budget and sources, then format and ways of searching that are not the default. */
export function describeSettings(value: AskSettings): string {
  return [
    `${short(value.maxTokens)} tokens`,
    namesOf(value.sources, CONTEXT_TYPES),
    ...(value.format === INITIAL_SETTINGS.format ? [] : [value.format]),
    ...(value.strategies.length < SEARCH_STRATEGIES.length
      ? [`by ${value.strategies.map(said).join(', ')}`]
      : []),
    ...(value.paths.length === 0 ? [] : [`in ${value.paths.join(' ')}`]),
  ].join(' · ');
}

function namesOf(chosen: readonly string[], all: readonly string[]): string {
  return chosen.length === all.length ? 'all' : chosen.join(', ');
}

/** How many settings under “More” differ from their defaults. */
function more(value: AskSettings): number {
  return (
    Number(value.selection !== SELECTIONS[0]) +
    Number(value.truncation !== 'signature') +
    Number(value.strategies.length < SEARCH_STRATEGIES.length) +
    Number(value.paths.length > 0)
  );
}

function Budget({ value, onChange, idPrefix = '' }: SettingsProps) {
  const id = `${idPrefix}budget`;
  return (
    <label class="budget-field" for={id}>
      <span class="quiet">Budget</span>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={toStep(value.maxTokens)}
        aria-valuetext={`${value.maxTokens} tokens`}
        onInput={(event) => onChange({ ...value, maxTokens: toTokens(Number(event.currentTarget.value)) })}
      />
      <output for={id}>{formatCount(value.maxTokens)}</output>
    </label>
  );
}

function Sources({ value, onChange }: SettingsProps) {
  return (
    <Checks
      legend="Where to look"
      of={CONTEXT_TYPES}
      value={value.sources}
      onChange={(sources) => onChange({ ...value, sources: sources.length === 0 ? ['code'] : sources })}
    />
  );
}

function Format({ value, onChange }: SettingsProps) {
  return (
    <Choice
      label="Format"
      of={FORMATS}
      value={value.format}
      onChange={(format) => onChange({ ...value, format })}
    />
  );
}

function More({ value, onChange, model }: SettingsProps) {
  const codeAlone = isCodeAlone(value);
  return (
    <>
      <Choice
        label="What goes in"
        of={SELECTIONS}
        value={value.selection}
        onChange={(selection) => onChange({ ...value, selection })}
      />
      <Choice
        label="What does not fit is"
        of={TRUNCATIONS}
        value={value.truncation}
        onChange={(truncation) => onChange({ ...value, truncation })}
      />
      {model !== undefined && (
        <Choice
          label="Embedder"
          of={[model, WORDS_ALONE]}
          value={value.strategies.includes('semantic') ? model : WORDS_ALONE}
          onChange={(chosen) =>
            onChange({ ...value, strategies: withMeaning(value.strategies, chosen === model) })
          }
        />
      )}
      <Checks
        legend={codeAlone ? 'Search by' : 'Search by all of these, for more than code'}
        disabled={!codeAlone}
        of={SEARCH_STRATEGIES}
        value={value.strategies}
        onChange={(strategies) => {
          if (strategies.length > 0) onChange({ ...value, strategies });
        }}
      />
      <DraftField
        label="Only these paths (globs; !glob leaves out)"
        disabled={!codeAlone}
        value={value.paths.join(' ')}
        placeholder="src/** !**/*.test.ts"
        onChange={(globs) => onChange({ ...value, paths: globs.split(/\s+/).filter((part) => part !== '') })}
      />
    </>
  );
}

const WORDS_ALONE = 'none: words alone';

function withMeaning(strategies: readonly SearchStrategy[], on: boolean): readonly SearchStrategy[] {
  return SEARCH_STRATEGIES.filter((name) => (name === 'semantic' ? on : strategies.includes(name)));
}

function Checks<Name extends string>(props: {
  readonly legend: string;
  readonly disabled?: boolean;
  readonly of: readonly Name[];
  readonly value: readonly Name[];
  readonly onChange: (value: readonly Name[]) => void;
}) {
  const toggle = (name: Name, on: boolean) =>
    props.onChange(props.of.filter((other) => (other === name ? on : props.value.includes(other))));
  return (
    <fieldset disabled={props.disabled ?? false}>
      <legend>{props.legend}</legend>
      {props.of.map((name) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={props.value.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
          <span>{said(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}
