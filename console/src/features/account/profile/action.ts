import { Email } from '@postern/contracts/fields';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { z } from 'zod';
import { changePasswordPath, linkEmailPath, profilePath } from '#paths/profile.ts';
import type { PagePath } from '#platform/router/page-path.ts';

/** The pending change while the person verifies their identity. Kept in the URL, so that it survives a reload. */
const ProfileAction = z.object({
  action: z.enum(['changeEmail', 'changePassword', 'linkAccount', 'deleteAccount']),
  /** The address that a code was sent to. */
  email: Email.optional(),
  connectorId: z.string().max(128).optional(),
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
