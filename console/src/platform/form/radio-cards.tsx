import { type ReactNode, useEffect, useRef } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import type { Icon } from '../feature.ts';
import { Tile } from '../ui/tile.tsx';
import { FieldError } from './field-error.tsx';
import classes from './radio-cards.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

/** With an icon, the card starts with it and the radio button moves to the end. */
type Choice = { value: string; label: string; tag?: ReactNode; help?: string; icon?: Icon };

type RadioCardsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  choices: readonly Choice[];
  /** Error message when nothing is selected. */
  missing: string;
  help?: string;
  autoFocus?: boolean;
  /** Replaces the cards while there are none. */
  instead?: ReactNode;
};

/** A choice between a few options, as cards around real radio buttons. */
export function RadioCards<Values extends FieldValues, Output>(props: RadioCardsProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const isRead = useReadView();
  const { error } = fieldState;
  const group = useRef<HTMLFieldSetElement>(null);
  const wasWaiting = useRef(false);
  const isWaiting = Boolean(props.instead);
  useEffect(() => {
    // A dialog places the focus when it opens, and the choices came later. A field with text keeps the focus.
    const isTyping = document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';
    if (props.autoFocus && wasWaiting.current && !isWaiting && !isTyping) {
      group.current?.querySelector('input')?.focus();
    }
    wasWaiting.current = isWaiting;
  }, [isWaiting, props.autoFocus]);
  if (isRead && !props.instead) {
    const chosen = props.choices.find(({ value }) => value === field.value);
    return <ReadValue label={props.label} help={chosen?.help ?? props.help} value={chosen?.label ?? ''} />;
  }
  return (
    <fieldset ref={group} className={classes.cards}>
      <legend>{props.label}</legend>
      {props.instead ?? (
        <div className={classes.grid}>
          {props.choices.map(({ value, label, tag, help, icon }, index) => (
            <label key={value} className={classes.card} data-icon={icon ? true : undefined}>
              {icon && <Tile icon={icon} tint={field.value === value} />}
              <input
                type="radio"
                ref={index === 0 ? field.ref : undefined}
                name={field.name}
                value={value}
                checked={field.value === value}
                onChange={() => field.onChange(value)}
                onBlur={field.onBlur}
                aria-invalid={fieldState.invalid || undefined}
                data-autofocus={(props.autoFocus && index === 0) || undefined}
              />
              <span className={classes.text}>
                <span className={classes.name}>
                  {label} {tag}
                </span>
                {help && <span className={classes.about}>{help}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
      {error && (
        <div className={classes.error} role="alert">
          <FieldError message={error.type === 'server' ? (error.message ?? '') : props.missing} />
        </div>
      )}
      {props.help && !error && <p className={classes.help}>{props.help}</p>}
    </fieldset>
  );
}
