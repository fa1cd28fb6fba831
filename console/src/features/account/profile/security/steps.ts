import type { User } from '@postern/contracts/people/users';
import { useCallback, useEffect, useState } from 'react';
import { profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { isProofFresh, type SecurityStep, useAction, useOuterGo } from '../action.ts';

export type Step = { step: SecurityStep; id?: string | undefined };

/** The change that is open. People with a password verify it first, and return to the change that they began. */
export function useSteps(me: User, mine: readonly SecurityStep[]) {
  const go = useOuterGo();
  const action = useAction();
  const [open, setOpen] = useState<Step>();
  const { step, id } = action?.action === 'security' ? action : {};
  const isBack = step !== undefined && mine.includes(step) && isProofFresh();
  useEffect(() => {
    if (isBack && step) {
      void go(profilePath, {}, true);
      setOpen({ step, id });
    }
  }, [isBack, go, step, id]);
  const begin = (next: Step) =>
    me.hasPassword && !isProofFresh() ? void go(verifyPasswordPath, { action: 'security', ...next }) : setOpen(next);
  const close = useCallback(() => setOpen(undefined), []);
  return { open, begin, close };
}
