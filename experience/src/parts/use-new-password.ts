import type { PasswordIssue } from '@postern/contracts/sign-in';
import { useState } from 'react';
import type { FieldErrors, Values } from '../../parts/step-form.tsx';
import type { CallError } from '../../platform/client.ts';
import { lastIdentifier } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { judge, readIssues, userInfoOf } from './policy.ts';

/** Everything a form needs to let a password be chosen. */
export function useNewPassword() {
  const { password } = usePhrases();
  const { passwordPolicy } = useSettings().experience;
  const [issues, setIssues] = useState<PasswordIssue[]>([]);
  return {
    field: { issues, onEdit: () => setIssues([]) },
    check({ password: typed = '' }: Values): FieldErrors {
      if (!typed) {
        return { password: password.missingNew };
      }
      return judge(typed, passwordPolicy, userInfoOf(lastIdentifier())).every(({ met }) => met)
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
