import { useTranslation } from 'react-i18next';
import { verifyPasswordPath } from '#paths/profile.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { showError } from '#platform/feedback/toast.ts';
import { type ProfileAction, useOuterGo } from './action.ts';
import { forgetProof } from './remember-proof.ts';

const gone = ['session.verification_session_not_found', 'session.verification_failed'];

/** Runs a change; if the verification is missing or expired, the person verifies again. */
export function useStartOver(action: ProfileAction) {
  const { t } = useTranslation();
  const go = useOuterGo();
  return async <Result>(change: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await change;
    } catch (error) {
      if (!(error instanceof RequestError && gone.includes(error.code ?? ''))) {
        throw error;
      }
      forgetProof();
      showError(t('ownProfile.verify.again'), { seconds: 6 });
      await go(verifyPasswordPath, action, true);
      return undefined;
    }
  };
}
