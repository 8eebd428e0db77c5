/** A line of text with its name above it. */
export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        value={props.value}
        required={props.required ?? false}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
