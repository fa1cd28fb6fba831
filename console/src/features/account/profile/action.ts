import { Email } from '@postern/contracts/fields';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { z } from 'zod';
import { changePasswordPath, linkEmailPath, profilePath } from '#paths/profile.ts';
import type { PagePath } from '#platform/router/page-path.ts';

/** What somebody is about to change once they have shown that it is them. Kept in the address, so that a reload goes on. */
const ProfileAction = z.object({
  action: z.enum(['changeEmail', 'changePassword', 'linkAccount', 'deleteAccount']),
  /** The address that a code went to. */
  email: Email.optional(),
  connectorId: z.string().max(128).optional(),
});
export type ProfileAction = z.infer<typeof ProfileAction>;

/** The action in the address; undefined when there is none that makes sense. */
export function useAction(): ProfileAction | undefined {
  return ProfileAction.safeParse(useSearch({ strict: false })).data;
}

/** Where an action goes on after the proof. */
export function pageAfterProof({ action }: ProfileAction): PagePath<string> {
  if (action === 'changePassword') {
    return changePasswordPath;
  }
  return action === 'changeEmail' ? linkEmailPath : profilePath;
}

/** Goes to a page outside of every tenant. */
export function useOuterGo() {
  const navigate = useNavigate();
  return useCallback(
    ({ path }: PagePath<string>, search: Partial<ProfileAction> = {}, replace = false) =>
      navigate({ to: `/${path}`, search, replace }),
    [navigate],
  );
}
