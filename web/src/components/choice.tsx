import { said } from '../names.ts';

/** One of a few names. */
export function Choice<Name extends string>(props: {
  readonly label: string;
  readonly of: readonly Name[];
  readonly value: Name;
  readonly onChange: (value: Name) => void;
}) {
  return (
    <label class="field choice">
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
            {said(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
