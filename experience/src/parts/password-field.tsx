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
