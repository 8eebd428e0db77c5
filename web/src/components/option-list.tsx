import { Icon, type IconName } from './icon.tsx';

export interface Option {
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
}

/** What may be chosen for a field, by its keys or with the pointer. */
export function OptionList<One extends Option>(props: {
  readonly id: string;
  readonly label: string;
  readonly options: readonly One[];
  readonly active: number;
  readonly onChoose: (option: One) => void;
}) {
  return (
    <div id={props.id} role="listbox" aria-label={props.label} hidden={props.options.length === 0}>
      {props.options.map((option, index) => (
        <div
          key={`${option.hint} ${option.label}`}
          id={`${props.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          // Before the field loses its focus, which would close the list.
          onMouseDown={(event) => {
            event.preventDefault();
            props.onChoose(option);
          }}
        >
          <Icon name={option.icon} />
          <span class="palette-label">{option.label}</span>
          <span class="quiet">{option.hint}</span>
        </div>
      ))}
    </div>
  );
}
