import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { questions } from '../history.ts';
import { useStore } from '../store.ts';
import { useNarrow } from '../use-narrow.ts';
import { Icon } from './icon.tsx';
import { type Option, OptionList } from './option-list.tsx';
import { useSuggestions } from './palette.tsx';

interface Suggested extends Option {
  /** A whole question is asked at once; a name only completes the last word. */
  readonly asks: boolean;
}

const RECENT = 5;
const PLACEHOLDER = 'Ask about the code: a question, a name, a stack trace, an issue…';

/** The question, with suggestions below it: names while typing, else earlier questions. */
export function QuestionField(props: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onAsk: (text: string) => void;
  readonly loading: boolean;
  readonly placeholder?: string;
}) {
  const { value, onChange, onAsk } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const narrow = useNarrow();
  const [focused, setFocused] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const options = useOptions(value, focused && typed);
  const shown = focused && (typed || value === '') && options.length > 0;
  useGrowing(field, value);
  useEffect(() => setActive(-1), [value]);

  const choose = (option: Suggested) => {
    setTyped(false);
    if (option.asks) {
      onChange(option.label);
      onAsk(option.label);
      field.current?.blur();
      return;
    }
    onChange(`${completed(value, option.label)} `);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown) {
      event.preventDefault();
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    }
    if (event.key === 'Escape') field.current?.blur();
    const option = options[active];
    if (event.key === 'Tab' && shown && option !== undefined) {
      event.preventDefault();
      choose(option);
    }
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (shown && option !== undefined) return choose(option);
    field.current?.blur();
    if (value.trim() !== '') onAsk(value.trim());
  };
  return (
    <div class={`question ${props.loading ? 'is-loading' : ''}`}>
      <Icon name="ask" />
      <label for="question" class="visually-hidden">
        Question or task
      </label>
      <textarea
        id="question"
        ref={field}
        rows={1}
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-controls="question-options"
        aria-activedescendant={shown && active >= 0 ? `question-options-${active}` : undefined}
        placeholder={props.placeholder ?? (narrow ? 'Ask about the code' : PLACEHOLDER)}
        value={value}
        onInput={(event) => {
          setTyped(true);
          onChange(event.currentTarget.value);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setTyped(false);
        }}
        onKeyDown={onKeyDown}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <button type="submit" class="primary" disabled={value.trim() === ''}>
        Ask
      </button>
      <OptionList
        id="question-options"
        label="Suggestions"
        options={shown ? options : []}
        active={active}
        onChoose={choose}
      />
    </div>
  );
}

/** The text with its last words replaced by the name they begin; at least the last one is. */
function completed(text: string, name: string): string {
  const letters = name.toLowerCase().replace(/[_-]/g, '');
  const words = text.split(/(?<=\s)(?=\S)/);
  const typed = (from: number) =>
    words
      .slice(from)
      .join('')
      .toLowerCase()
      .replace(/[\s_-]/g, '');
  const first = words.findIndex((_, from) => letters.startsWith(typed(from)));
  return `${words.slice(0, first < 0 ? -1 : first).join('')}${name}`;
}

function useOptions(text: string, typing: boolean): readonly Suggested[] {
  const names = useSuggestions(typing ? text : '');
  const asked = useStore(questions);
  const wanted = text.trim().toLowerCase();
  const recent = asked
    .filter((question) => question.toLowerCase() !== wanted && question.toLowerCase().includes(wanted))
    .slice(0, RECENT)
    .map((question): Suggested => ({ icon: 'clock', label: question, hint: 'asked before', asks: true }));
  if (wanted === '') return recent;
  return [
    ...names.map(
      (name): Suggested => ({
        icon: name.kind === 'path' ? 'document' : 'code',
        label: name.text,
        hint: name.kind === 'path' ? 'file' : name.path,
        asks: false,
      }),
    ),
    ...recent,
  ];
}

const MAX_PIXELS = 160;

/** Grows with the text, up to a few lines. */
function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, value: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    if (value !== '') element.style.height = `${Math.min(element.scrollHeight, MAX_PIXELS)}px`;
  }, [field, value]);
}
