import type { UserInfo } from '@postern/contracts/experience/guessable';
import { judge, readIssues } from '@postern/contracts/experience/judge-password';
import type { PasswordIssue } from '@postern/contracts/experience/sign-in-experience';
import { useState } from 'react';
import type { CallError } from '../platform/client.ts';
import { lastIdentifier } from '../platform/draft.ts';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import type { FieldErrors, Values } from './step-form.tsx';

/** Everything a form needs to set a new password. */
export function useNewPassword(user?: UserInfo) {
  const { password } = usePhrases();
  const { passwordPolicy } = useSettings().experience;
  const [issues, setIssues] = useState<PasswordIssue[]>([]);
  return {
    field: { issues, onEdit: () => setIssues([]), user },
    check({ password: typed = '' }: Values): FieldErrors {
      if (!typed) {
        return { password: password.missingNew };
      }
      return judge(typed, passwordPolicy, user ?? userInfoOf(lastIdentifier())).every(({ met }) => met)
        ? {}
        : { password: password.rulesBroken };
    },
    place: {
      'password.rejected': ({ data }: CallError): FieldErrors => {
        setIssues(readIssues(data));
        return { password: password.rejected };
      },
      'user.same_password': (): FieldErrors => {
        setIssues([{ code: 'password_rejected.same' }]);
        return { password: password.rejected };
      },
    },
  };
}

/** The parts of the typed identifier that a password must not contain. */
export function userInfoOf(identifier: string): UserInfo {
  if (identifier.startsWith('+')) {
    return { phone: identifier.slice(1) };
  }
  return identifier.includes('@') ? { email: identifier } : { username: identifier };
}
