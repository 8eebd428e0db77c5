import { useFollowing } from '../use-following.ts';

interface DraftFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder: string;
  readonly disabled?: boolean;
}

/** A line of text that counts once it is left or entered; a drawing in between keeps what was typed so far. */
export function DraftField({ label, value, onChange, placeholder, disabled = false }: DraftFieldProps) {
  const [text, setText] = useFollowing(value);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
