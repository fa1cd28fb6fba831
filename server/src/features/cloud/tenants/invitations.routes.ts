import { invitationsApi, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantOrganizationId } from '@postern/contracts/wire';
import { readPlan, roomFor } from '#features/cloud/plans';
import { messageChannels } from '#features/messages/connectors';
import { findProvenAddresses } from '#features/people/users';
import { termsOf } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { accept, getOwnInvitation, getTenantInvitation, revoke } from './answer-invitation.ts';
import { countInvitations, listInvitations, listInvitationsTo, type MailContext } from './invitations.store.ts';
import { invite } from './invite.ts';
import { resend } from './send-invitation.ts';

const contextOf = ({ languages, request }: { languages: string[]; request: { ip: string } }): MailContext => ({
  locale: languages[0],
  ip: request.ip,
});

export function tenantInvitationRoutes(scope: Scope): void {
  route(scope, tenantInvitationsApi.list, async ({ db, params, page, total }) => {
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    const organizationId = tenantOrganizationId(params.id);
    total(await countInvitations(db, organizationId));
    return listInvitations(db, organizationId, page);
  });

  route(scope, tenantInvitationsApi.create, {
    respond: async (call) => {
      const { app, tenantId, caller, params, body } = call;
      if (!(await messageChannels(app, tenantId)).email) {
        throw new AppError('connector.not_found', { values: { type: 'Email' } });
      }
      const requireRoom = await roomFor(app, params.id, 'tenantMembersLimit', termsOf(caller, call.request.headers));
      const inviting = { tenantId: params.id, caller, wanted: body, mail: contextOf(call), requireRoom };
      return app.tenancy.write(tenantId, (db) => invite(db, inviting));
    },
  });

  route(scope, tenantInvitationsApi.resend, {
    respond: async (call) => {
      const { app, tenantId, params, caller } = call;
      const invitation = await app.tenancy.read(tenantId, (db) =>
        getTenantInvitation(db, params.id, params.invitationId),
      );
      if (invitation.status !== 'Pending') {
        throw new AppError('invitation.invalid_status');
      }
      await resend(app, invitation, contextOf(call), caller.subject);
    },
  });

  route(scope, tenantInvitationsApi.revoke, ({ db, params, caller }) =>
    revoke(db, params.id, params.invitationId, caller),
  );
}

export function invitationRoutes(scope: Scope): void {
  route(scope, invitationsApi.list, async ({ db, caller, query }) => {
    const { email } = await findProvenAddresses(db, caller.subject);
    return email === undefined ? [] : listInvitationsTo(db, email, query.status);
  });

  route(scope, invitationsApi.get, ({ db, params, caller }) => getOwnInvitation(db, params.id, caller.subject));

  route(scope, invitationsApi.accept, {
    respond: async ({ app, tenantId, params: { id }, caller: { subject } }) => {
      const invitation = await app.tenancy.read(tenantId, (db) => getOwnInvitation(db, id, subject));
      const limit = (await readPlan(app, invitation.tenantId))?.quota.tenantMembersLimit ?? null;
      return app.tenancy.write(tenantId, (db) => accept(db, id, subject, limit));
    },
  });
}
