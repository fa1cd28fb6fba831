import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { membershipEvent } from './change-members.ts';
import { insertNewcomer } from './jit.store.ts';

type Newcomer = {
  userId: string;
  /** Undefined unless the address is verified: otherwise anyone could join with an address of another person. */
  verifiedEmail: string | undefined;
  /** Organizations of the one-time token that the user registered with. */
  organizationIds?: readonly string[] | undefined;
  /**
   * The account at an enterprise connector that was linked. The email domain then does not count, and the membership ends
   * with the link. An account whose address is not proven leads into no organization.
   */
  sso?: { id: string; ssoConnectorId: string; mayJoin: boolean } | undefined;
};

/** Just-in-time provisioning: a new user joins the organizations that want users like them. */
export async function joinOrganizations(
  db: Db,
  { userId, verifiedEmail, organizationIds = [], sso }: Newcomer,
): Promise<void> {
  const emailDomain = sso ? undefined : verifiedEmail?.split('@').at(-1)?.toLowerCase();
  const identity = sso?.mayJoin ? sso : undefined;
  if (emailDomain === undefined && organizationIds.length === 0 && !identity) {
    return;
  }
  const joined = await insertNewcomer(db, { userId, emailDomain, organizationIds, identity });
  await emit(db, ...joined.map((id) => membershipEvent('user', id, { added: [userId] })));
}
