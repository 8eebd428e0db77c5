import type { Context } from '../../../src/core/context.ts';
import { call } from '../api.ts';
import {
  CONTEXT_SOURCES,
  type ContextSource,
  FORMATS,
  type Format,
  SEARCH_STRATEGIES,
  SELECTIONS,
  type SearchStrategy,
  TRUNCATIONS,
} from '../options.ts';

/** What the page lets a person change about a question; the rest keeps its defaults. */
export interface AskSettings {
  readonly maxTokens: number;
  readonly format: Format;
  readonly selection: (typeof SELECTIONS)[number];
  readonly truncation: (typeof TRUNCATIONS)[number];
  readonly strategies: readonly SearchStrategy[];
  /** Code alone is answered by `query`, with documents; more sources by `assemble`. */
  readonly sources: readonly ContextSource[];
}

export const INITIAL_SETTINGS: AskSettings = {
  maxTokens: 8000,
  format: 'markdown',
  selection: 'relevance',
  truncation: 'signature',
  strategies: SEARCH_STRATEGIES,
  sources: ['code'],
};

/** The slider moves in powers: every step is the same share of the budget at 500 as at 100,000. */
const SMALLEST = 250;
const LARGEST = 128_000;
const STEPS = 200;
const toStep = (tokens: number) =>
  Math.round((STEPS * Math.log(tokens / SMALLEST)) / Math.log(LARGEST / SMALLEST));
const toTokens = (step: number) => {
  const tokens = SMALLEST * (LARGEST / SMALLEST) ** (step / STEPS);
  return tokens < 10_000 ? Math.round(tokens / 50) * 50 : Math.round(tokens / 500) * 500;
};

export function AskSettingsForm(props: {
  readonly value: AskSettings;
  readonly onChange: (value: AskSettings) => void;
  readonly idPrefix?: string;
}) {
  const { value } = props;
  const set = (part: Partial<AskSettings>) => props.onChange({ ...value, ...part });
  const id = (name: string) => `${props.idPrefix ?? ''}${name}`;
  return (
    <div class="settings">
      <label htmlFor={id('budget')}>
        <span>Budget: {value.maxTokens.toLocaleString()} tokens</span>
        <input
          id={id('budget')}
          type="range"
          min={0}
          max={STEPS}
          value={toStep(value.maxTokens)}
          aria-valuetext={`${value.maxTokens} tokens`}
          onInput={(event) => set({ maxTokens: toTokens(Number(event.currentTarget.value)) })}
        />
      </label>
      <Choice label="Format" of={FORMATS} value={value.format} onChange={(format) => set({ format })} />
      <Choice
        label="Selection"
        of={SELECTIONS}
        value={value.selection}
        onChange={(selection) => set({ selection })}
      />
      <Choice
        label="When it does not fit"
        of={TRUNCATIONS}
        value={value.truncation}
        onChange={(truncation) => set({ truncation })}
      />
      <Checks
        legend="Sources"
        of={CONTEXT_SOURCES}
        value={value.sources}
        onChange={(sources) => set({ sources })}
      />
      <Checks
        legend="Strategies"
        of={SEARCH_STRATEGIES}
        value={value.strategies}
        onChange={(strategies) => set({ strategies })}
      />
    </div>
  );
}

function Choice<Name extends string>(props: {
  readonly label: string;
  readonly of: readonly Name[];
  readonly value: Name;
  readonly onChange: (value: Name) => void;
}) {
  return (
    <label>
      <span>{props.label}</span>
      <select
        value={props.value}
        onChange={(event) => {
          const chosen = props.of.find((name) => name === event.currentTarget.value);
          if (chosen !== undefined) props.onChange(chosen);
        }}
      >
        {props.of.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Checks<Name extends string>(props: {
  readonly legend: string;
  readonly of: readonly Name[];
  readonly value: readonly Name[];
  readonly onChange: (value: readonly Name[]) => void;
}) {
  const toggle = (name: Name, on: boolean) =>
    props.onChange(props.of.filter((other) => (other === name ? on : props.value.includes(other))));
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.of.map((name) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={props.value.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Asks under these settings. */
export function askContext(query: string, settings: AskSettings): Promise<Context> {
  const { sources, strategies, ...options } = settings;
  const codeAlone = sources.every((source) => source === 'code');
  if (codeAlone) return call('query', { query, strategies: [...strategies], ...options });
  return call('assemble', { query, types: [...sources], ...options });
}
