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
};

/** Just-in-time provisioning: a new user joins the organizations that want users like them. */
export async function joinOrganizations(
  db: Db,
  { userId, verifiedEmail, organizationIds = [] }: Newcomer,
): Promise<void> {
  const emailDomain = verifiedEmail?.split('@').at(-1)?.toLowerCase();
  if (emailDomain === undefined && organizationIds.length === 0) {
    return;
  }
  const joined = await insertNewcomer(db, { userId, emailDomain, organizationIds });
  await emit(db, ...joined.map((id) => membershipEvent('user', id, { added: [userId] })));
}
