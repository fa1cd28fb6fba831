import { createHash } from 'node:crypto';
import { invitationPagePath, type LinkedInvitation } from '@postern/contracts/people/invitation-links';
import type { InvitationMessage, OrganizationInvitation } from '@postern/contracts/people/organization-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { findUser } from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { newSecret } from '#platform/secrets/ids';
import { findOrganizationInvitation } from './invitations.store.ts';
import { addInvitationLink, hasInvitationLink } from './links.store.ts';
import { getOrganization } from './require.ts';

/** The secret is random and long, so a plain hash cannot be reversed. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** The admin tenant has no page for accepting: its members accept in the console. */
export function requireHostedPage(tenantId: string, { hostedLink, link }: InvitationMessage): void {
  if (hostedLink && !link && tenantId === adminTenantId) {
    throw new AppError('guard.not_allowed_for_admin_tenant');
  }
}

/** A link to the hosted page of an invitation. Only the message contains its secret. */
export async function createInvitationLink(app: App, tenantId: string, id: string): Promise<string> {
  const secret = newSecret();
  await app.tenancy.write(tenantId, (db) => addInvitationLink(db, id, hashOf(secret)));
  return `${app.endpointOf(tenantId)}${invitationPagePath}/${id}#${secret}`;
}

/** Unknown invitations and wrong secrets get the same answer. */
export async function getLinkedInvitation(db: Db, id: string, secret: string): Promise<OrganizationInvitation> {
  const invitation = (await hasInvitationLink(db, id, hashOf(secret)))
    ? await findOrganizationInvitation(db, id)
    : undefined;
  if (!invitation) {
    throw new AppError('invitation.link_not_found');
  }
  return invitation;
}

export async function describeLinked(db: Db, invitation: OrganizationInvitation): Promise<LinkedInvitation> {
  const { status, invitee, organizationId, inviterId } = invitation;
  const { id, name, branding, color } = await getOrganization(db, organizationId);
  const inviter = inviterId === null ? undefined : await findUser(db, inviterId);
  return {
    status,
    invitee,
    organization: { id, name, branding, color },
    inviterName: inviter?.name ?? inviter?.username ?? null,
  };
}
