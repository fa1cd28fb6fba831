import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { Icon } from './icons.tsx';
import { useFieldError } from './step-form.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className'> & {
  name: string;
  label: string;
  hint?: string;
  /** A control inside the field, at its end. */
  end?: ReactNode;
  /** Shown under the field in place of the error line, which then is for screen readers only. */
  below?: ReactNode;
};

export function TextField({ name, label, hint, end, below, onInput, ...input }: TextFieldProps) {
  const id = useId();
  const { error, clear } = useFieldError(name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-box">
        <input
          {...input}
          id={id}
          name={name}
          className={end ? 'input has-end' : 'input'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-required
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-note${below ? ` ${id}-below` : ''}`}
          onInput={(event) => {
            clear();
            onInput?.(event);
          }}
        />
        {end}
      </div>
      <p className={below ? 'visually-hidden' : 'note'} id={`${id}-note`} aria-live="polite">
        {error ? (
          <span className="wrong">
            <Icon name="alert" size={16} />
            {error}
          </span>
        ) : (
          hint
        )}
      </p>
      {below && <div id={`${id}-below`}>{below}</div>}
    </div>
  );
}
