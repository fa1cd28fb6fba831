import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from './icons.tsx';
import { LastUsed } from './last-used.tsx';
import { useFieldError } from './step-form.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className'> & {
  name: string;
  label: string;
  hint?: string;
  /** A control inside the field, before what is typed. */
  start?: ReactNode;
  /** A control inside the field, at its end. */
  end?: ReactNode;
  /** A link at the height of the label, so that the error has the whole line under the field. */
  aside?: ReactNode;
  /** Marked as last used in this browser, in place of a link. */
  isLastUsed?: boolean;
  isOptional?: boolean;
  /** Shown under the field in place of the error line, which then is for screen readers only. */
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

/** The line under a field: what is wrong with it, or a word of help. */
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
