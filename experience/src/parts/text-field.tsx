import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from './icons.tsx';
import { LastUsed } from './last-used.tsx';
import { useFieldError } from './step-form.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className'> & {
  name: string;
  label: string;
  hint?: string;
  /** A control at the start of the field. */
  start?: ReactNode;
  /** A control at the end of the field. */
  end?: ReactNode;
  /** A link on the line of the label, so that the error can use the full width under the field. */
  aside?: ReactNode;
  /** Shows the "last used" mark in place of a link. */
  isLastUsed?: boolean;
  isOptional?: boolean;
  /** Replaces the error line under the field, which is then visible to screen readers only. */
  below?: ReactNode;
};

export function TextField(props: TextFieldProps) {
  const {
    name,
    label,
    hint,
    start,
    end,
    aside,
    below,
    isLastUsed = false,
    isOptional = false,
    onInput,
    ...input
  } = props;
  const id = useId();
  const { error, clear } = useFieldError(name);
  return (
    <div className={`field${hint ? ' hinted' : ''}${aside || isLastUsed ? ' with-aside' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <div className="input-box">
        {start}
        <input
          {...input}
          id={id}
          name={name}
          className={`input${start ? ' has-start' : ''}${end ? ' has-end' : ''}`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-required={!isOptional}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-note${below ? ` ${id}-below` : ''}${isLastUsed ? ` ${id}-mark` : ''}`}
          onInput={(event) => {
            clear();
            onInput?.(event);
          }}
        />
        {end}
      </div>
      {isLastUsed ? <LastUsed id={`${id}-mark`} /> : aside}
      <Note id={`${id}-note`} className={below ? 'visually-hidden' : 'note'} error={error} hint={hint} />
      {below && <div id={`${id}-below`}>{below}</div>}
    </div>
  );
}

type NoteProps = { id: string; className?: string; error: string | undefined; hint?: ReactNode };

/** The line under a field: its error or a hint. */
export function Note({ id, className = 'note', error, hint }: NoteProps) {
  return (
    <p className={className} id={id} aria-live="polite">
      {error ? (
        <span className="wrong">
          <Icon name="alert" size={16} />
          {error}
        </span>
      ) : (
        hint
      )}
    </p>
  );
}
