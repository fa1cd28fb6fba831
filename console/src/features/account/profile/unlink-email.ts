import { meApi } from '@postern/contracts/account/me';
import type { User } from '@postern/contracts/people/users';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { isProofFresh, useAction, useOuterGo, useStartOver } from './action.ts';

/** Whether the person can sign in without the address, as the server requires. */
const hasOtherWay = ({ username, hasPassword, identities }: User) =>
  Boolean(username && hasPassword) || Object.keys(identities).length > 0;

/** Unlinks the email address after the password and a question; undefined if it cannot be unlinked. */
export function useUnlinkEmail(me: User): (() => void) | undefined {
  const { t } = useTranslation();
  const go = useOuterGo();
  const action = useAction();
  const startOver = useStartOver({ action: 'unlinkEmail' });
  const { mutateAsync } = useWrite(meApi.update, {
    quiet: true,
    onDone: () => showSuccess(t('ownProfile.email.unlinked')),
  });
  const email = me.primaryEmail;
  const ask = useCallback(async () => {
    const isSure = await confirm({
      title: t('ownProfile.email.unlinkTitle'),
      body: t('ownProfile.email.unlinkBody', { email }),
      confirm: t('ownProfile.accounts.unlink'),
      danger: true,
    });
    if (isSure) {
      await startOver(() => mutateAsync({ body: { primaryEmail: null } })).catch(showFailure);
    }
  }, [email, mutateAsync, startOver, t]);
  const isBack = action?.action === 'unlinkEmail' && isProofFresh() && email !== null;
  useEffect(() => {
    if (isBack) {
      void go(profilePath, {}, true);
      void ask();
    }
  }, [isBack, go, ask]);
  if (!email || !hasOtherWay(me)) {
    return undefined;
  }
  return () => void (me.hasPassword && !isProofFresh() ? go(verifyPasswordPath, { action: 'unlinkEmail' }) : ask());
}
