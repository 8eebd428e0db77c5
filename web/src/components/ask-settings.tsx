import type { Context } from '../../../src/core/context.ts';
import {
  CONTEXT_TYPES,
  type ContextType,
  FORMATS,
  SEARCH_STRATEGIES,
  SELECTIONS,
  type SearchStrategy,
  TRUNCATIONS,
} from '../../../src/core/vocabulary.ts';
import { call } from '../api.ts';
import { Choice } from './choice.tsx';

/** What the page lets a person change about a question; the rest keeps its defaults. */
export interface AskSettings {
  readonly maxTokens: number;
  readonly format: (typeof FORMATS)[number];
  readonly selection: (typeof SELECTIONS)[number];
  readonly truncation: (typeof TRUNCATIONS)[number];
  readonly strategies: readonly SearchStrategy[];
  /** Code alone is answered by `query`, with documents; more sources by `assemble`. */
  readonly sources: readonly ContextType[];
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
  /** Offers the embedder as a choice of its own; the name of the model the index was made with. */
  readonly model?: string | undefined;
}) {
  const { value, model } = props;
  const codeAlone = isCodeAlone(value.sources);
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
      {model !== undefined && (
        <Choice
          label="Embedder"
          of={[model, WORDS_ALONE]}
          value={value.strategies.includes('semantic') ? model : WORDS_ALONE}
          onChange={(chosen) => set({ strategies: withMeaning(value.strategies, chosen === model) })}
        />
      )}
      <Checks
        legend="Sources"
        of={CONTEXT_TYPES}
        value={value.sources}
        onChange={(sources) => set({ sources })}
      />
      <Checks
        legend={codeAlone ? 'Strategies' : 'Strategies: all, for more than code'}
        disabled={!codeAlone}
        of={SEARCH_STRATEGIES}
        value={value.strategies}
        onChange={(strategies) => set({ strategies })}
      />
    </div>
  );
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
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

const WORDS_ALONE = 'none: words alone';

function withMeaning(strategies: readonly SearchStrategy[], on: boolean): readonly SearchStrategy[] {
  return SEARCH_STRATEGIES.filter((name) => (name === 'semantic' ? on : strategies.includes(name)));
}

/** `query` takes strategies; `assemble`, which joins sources, uses all of them. */
function isCodeAlone(sources: readonly ContextType[]): boolean {
  return sources.every((source) => source === 'code');
}

/** Asks under these settings. */
export function askContext(query: string, settings: AskSettings): Promise<Context> {
  const { sources, strategies, ...options } = settings;
  if (isCodeAlone(sources)) return call('query', { query, strategies: [...strategies], ...options });
  return call('assemble', { query, types: [...sources], ...options });
}
