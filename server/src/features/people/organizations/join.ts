import type { Db } from '#platform/db';
import { emit } from '#platform/events';
import { membershipEvent } from './change-members.ts';
import { insertNewcomer } from './jit.store.ts';

type Newcomer = {
  userId: string;
  /** Undefined unless the address is verified: otherwise anyone could join with an address of another person. */
  verifiedEmail: string | undefined;
  /** Organizations of the one-time token that the user registered with. */
  organizationIds?: readonly string[] | undefined;
  /** The enterprise connector that the user was linked to. The email domain then does not count. */
  ssoConnectorId?: string | undefined;
};

/** Just-in-time provisioning: a new user joins the organizations that want users like them. */
export async function joinOrganizations(
  db: Db,
  { userId, verifiedEmail, organizationIds = [], ssoConnectorId }: Newcomer,
): Promise<void> {
  const emailDomain = ssoConnectorId === undefined ? verifiedEmail?.split('@').at(-1)?.toLowerCase() : undefined;
  if (emailDomain === undefined && organizationIds.length === 0 && ssoConnectorId === undefined) {
    return;
  }
  const joined = await insertNewcomer(db, { userId, emailDomain, organizationIds, ssoConnectorId });
  await emit(db, ...joined.map((id) => membershipEvent('user', id, { added: [userId] })));
}
