import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { acceptInvitation, removeInvitation, revokeInvitation } from './answer-invitation.ts';
import { countOrganizationInvitations, listOrganizationInvitations } from './invitations.store.ts';
import { getInvitation, invite, refusedField } from './invite.ts';
import { requireHostedPage } from './link-invitation.ts';
import { requireMailer, sendInvitation } from './send-invitation.ts';

export function organizationInvitationRoutes(scope: Scope): void {
  route(scope, organizationInvitationsApi.list, async ({ db, query, page, total }) => {
    const { organizationId, inviterId, invitee } = query;
    const filter = { organizationId, inviterId, invitee };
    if (page) {
      total(await countOrganizationInvitations(db, filter));
    }
    return listOrganizationInvitations(db, filter, page);
  });

  // Opens its own units of work, because sending must not hold a transaction.
  route(scope, organizationInvitationsApi.create, {
    respond: async ({ app, tenantId, body, languages, request }) => {
      if ((await app.quota?.mayExtend(tenantId, 'organizationsLimit')) === false) {
        throw new AppError('subscription.limit_exceeded', { data: { key: 'organizationsLimit' } });
      }
      const { messagePayload: payload, ...wanted } = body;
      if (payload) {
        requireHostedPage(tenantId, payload);
        await requireMailer(app, tenantId);
      }
      const invitation = await app.tenancy.write(tenantId, (db) => invite(db, wanted));
      if (payload) {
        try {
          await sendInvitation(app, tenantId, { invitation, payload, languages, ip: request.ip });
        } catch (error) {
          // The caller can repeat the request.
          await app.tenancy.write(tenantId, (db) => removeInvitation(db, invitation.id));
          throw error;
        }
      }
      return invitation;
    },
  });

  route(scope, organizationInvitationsApi.get, async ({ db, params: { id } }) => getInvitation(db, id));

  route(scope, organizationInvitationsApi.remove, async ({ db, params: { id } }) => removeInvitation(db, id));

  route(scope, organizationInvitationsApi.sendMessage, {
    respond: async ({ app, tenantId, params: { id }, body: payload, languages, request }) => {
      requireHostedPage(tenantId, payload);
      const invitation = await app.tenancy.read(tenantId, (db) => getInvitation(db, id));
      if (invitation.status !== 'Pending') {
        throw refusedField(['status'], 'This invitation is not open any more.');
      }
      await sendInvitation(app, tenantId, { invitation, payload, languages, ip: request.ip });
    },
  });

  route(scope, organizationInvitationsApi.setStatus, async ({ db, params: { id }, body }) =>
    body.status === 'Accepted' ? acceptInvitation(db, id, body.acceptedUserId) : revokeInvitation(db, id),
  );
}
