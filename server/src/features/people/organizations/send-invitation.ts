import type { InvitationMessage, OrganizationInvitation } from '@postern/contracts/people/organization-invitations';
import { getSignInExperience, languageOf } from '#features/experience/sign-in-experience';
import { messageChannels, sendMessage } from '#features/messages/connectors';
import { findUser } from '#features/people/users';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { createInvitationLink } from './link-invitation.ts';
import { findOrganization } from './store.ts';

/** Throws before anything is written if no message could be sent. */
export async function requireMailer(app: App, tenantId: string): Promise<void> {
  if (!(await messageChannels(app, tenantId)).email) {
    throw new AppError('connector.not_found', { values: { type: 'Email' } });
  }
}

type Sending = {
  invitation: OrganizationInvitation;
  payload: InvitationMessage;
  /** The languages of the caller. */
  languages: string[];
  ip: string;
};

/**
 * Sends the message of an invitation: in the language of the payload, else of the inviter, else of the caller. Call it
 * outside a transaction.
 */
export async function sendInvitation(app: App, tenantId: string, sending: Sending): Promise<void> {
  const { invitation, payload, languages, ip } = sending;
  // A notice would override the templates of the tenant.
  const { notice: _, hostedLink, ...given } = payload;
  const { organizationId, inviterId, invitee } = invitation;
  const [organization, inviter] = await app.tenancy.read(tenantId, async (db) => [
    await findOrganization(db, organizationId),
    inviterId === null ? undefined : await findUser(db, inviterId),
  ]);
  const uiLocales = [given.uiLocales, inviter?.profile.locale].filter(Boolean).join(' ');
  const locale =
    given.locale ?? languageOf(await getSignInExperience(app, tenantId), { uiLocales, preferred: languages });
  await sendMessage(app, tenantId, {
    kind: 'Email',
    to: invitee,
    type: 'OrganizationInvitation',
    limit: 'MessageSend',
    payload: {
      ...(hostedLink && !given.link ? { link: await createInvitationLink(app, tenantId, invitation.id) } : {}),
      ...given,
      locale,
      ...(organization
        ? { organization: { id: organization.id, name: organization.name, branding: organization.branding } }
        : {}),
      ...(inviter
        ? {
            inviter: {
              id: inviter.id,
              name: inviter.name,
              avatar: inviter.avatar,
              username: inviter.username,
              primaryEmail: inviter.primaryEmail,
            },
          }
        : {}),
    },
    ip,
  });
}
