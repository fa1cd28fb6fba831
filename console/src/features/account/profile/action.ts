import { Email } from '@postern/contracts/fields';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { changePasswordPath, linkEmailPath, profilePath, verifyPasswordPath } from '#paths/profile.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { showError } from '#platform/feedback/toast.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { withFactor } from './ask-factor.ts';

/** The changes of second factors and sessions. */
const securitySteps = ['addApp', 'addPasskey', 'makeCodes', 'rename', 'remove', 'endSession', 'endOthers'] as const;
export type SecurityStep = (typeof securitySteps)[number];

/** The pending change while the person verifies their identity. Kept in the URL, so that it survives a reload. */
const ProfileAction = z.object({
  action: z.enum(['changeEmail', 'changePassword', 'linkAccount', 'unlinkEmail', 'deleteAccount', 'security']),
  /** The address that a code was sent to. */
  email: Email.optional(),
  connectorId: z.string().max(128).optional(),
  /** For `security`: the change, and the factor or session that it is about. */
  step: z.enum(securitySteps).optional(),
  id: z.string().max(64).optional(),
});
export type ProfileAction = z.infer<typeof ProfileAction>;

/** The action in the URL; undefined if it is missing or invalid. */
export function useAction(): ProfileAction | undefined {
  return ProfileAction.safeParse(useSearch({ strict: false })).data;
}

/** The page where an action continues after the verification. */
export function pageAfterProof({ action }: ProfileAction): PagePath<string> {
  if (action === 'changePassword') {
    return changePasswordPath;
  }
  return action === 'changeEmail' ? linkEmailPath : profilePath;
}

/** Navigates to a page outside of all tenants. */
export function useOuterGo() {
  const navigate = useNavigate();
  return useCallback(
    ({ path }: PagePath<string>, search: Partial<ProfileAction> = {}, replace = false) =>
      navigate({ to: `/${path}`, search, replace }),
    [navigate],
  );
}

/** Slightly shorter than the server's limit, so that the next step is still in time. */
const proofLifetime = 9 * 60_000;

let provenAt = 0;

/** Remembers that the password or a code was verified in this window. Only avoids a detour; the server decides. */
export function rememberProof(): void {
  provenAt = Date.now();
}

export function forgetProof(): void {
  provenAt = 0;
}

export const isProofFresh = () => Date.now() - provenAt < proofLifetime;

const expiredProofCodes = ['session.verification_session_not_found', 'session.verification_failed'];

/** Runs a change; if the verification is missing or expired, the person verifies again. Undefined if nothing changed. */
export function useStartOver(action: ProfileAction) {
  const { t } = useTranslation();
  const go = useOuterGo();
  return async <Result>(change: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await withFactor(change);
    } catch (error) {
      if (!(error instanceof RequestError && expiredProofCodes.includes(error.code ?? ''))) {
        throw error;
      }
      forgetProof();
      showError(t('ownProfile.verify.again'), { seconds: 6 });
      await go(verifyPasswordPath, action, true);
      return undefined;
    }
  };
}
