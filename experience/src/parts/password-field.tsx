import { type FormEvent, type ReactNode, useState } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = {
  autoComplete: 'current-password' | 'new-password';
  aside?: ReactNode;
  below?: ReactNode;
  onInput?: (event: FormEvent<HTMLInputElement>) => void;
};

export function PasswordField(props: PasswordFieldProps) {
  const { password } = usePhrases();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      name="password"
      label={password.label}
      type={shown ? 'text' : 'password'}
      maxLength={256}
      end={
        <button
          type="button"
          className="input-end"
          aria-label={shown ? password.hide : password.show}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}

/** Lets password managers match the password on this page with a username typed on another page. */
export function KnownUsername({ value }: { value: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="identifier"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
