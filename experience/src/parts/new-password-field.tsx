import type { UserInfo } from '@postern/contracts/experience/guessable';
import { judge, type Rule } from '@postern/contracts/experience/judge-password';
import type { PasswordIssue } from '@postern/contracts/experience/sign-in-experience';
import { useState } from 'react';
import { lastIdentifier } from '../platform/draft.ts';
import { fill } from '../platform/languages.ts';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon } from './icons.tsx';
import { PasswordField } from './password-field.tsx';
import { useFieldError } from './step-form.tsx';
import { userInfoOf } from './use-new-password.ts';

type NewPasswordFieldProps = {
  /** Data the password must not contain; defaults to the identifier of the current sign-in. */
  user?: UserInfo | undefined;
  /** Issues found by the server that cannot be checked in the browser. */
  issues: PasswordIssue[];
  onEdit: () => void;
};

/** A new password, with the rules checked while typing. */
export function NewPasswordField({ issues, onEdit, user }: NewPasswordFieldProps) {
  const { passwordPolicy } = useSettings().experience;
  const { error } = useFieldError('password');
  const [typed, setTyped] = useState('');
  const live = judge(typed, passwordPolicy, user ?? userInfoOf(lastIdentifier()));
  const known = new Set(live.map(({ code }) => code));
  const found = issues.filter(({ code }) => !known.has(code)).map((issue): Rule => ({ ...issue, met: false }));
  return (
    <PasswordField
      autoComplete="new-password"
      below={<Rules rules={[...live, ...found]} tried={Boolean(error)} />}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        onEdit();
      }}
    />
  );
}

function Rules({ rules, tried }: { rules: Rule[]; tried: boolean }) {
  const phrases = usePhrases();
  const { password } = phrases;
  return (
    <ul className="rules" aria-label={password.rules}>
      {rules.map((rule) => (
        <li key={rule.code} className={rule.met ? 'met' : tried ? 'broken' : undefined}>
          <Icon name={rule.met ? 'check' : tried ? 'x' : 'dot'} size={16} />
          <span>
            {wordsFor(rule, phrases)}
            <span className="visually-hidden">: {rule.met ? password.met : password.open}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function wordsFor({ code, interpolation = {} }: PasswordIssue, { password: { issues } }: Phrases): string {
  const name = code.replace('password_rejected.', '');
  if (name === 'character_types' && Number(interpolation.min) === 4) {
    return issues.character_types_all;
  }
  return fill(isKnown(name, issues) ? issues[name] : issues.other, interpolation);
}

function isKnown<Known extends object>(name: string, issues: Known): name is Extract<keyof Known, string> {
  return name in issues;
}
