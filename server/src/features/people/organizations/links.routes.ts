import { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { takeInvitationToken, tokenSealer } from '#features/access/one-time-tokens';
import { findProvenAddresses, findUser } from '#features/people/users';
import { requireActiveTenant } from '#platform/http/authenticate';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { acceptInvitation } from './answer-invitation.ts';
import { describeLinked, getLinkedInvitation } from './link-invitation.ts';

export function invitationLinkRoutes(scope: Scope): void {
  route(scope, invitationLinksApi.inspect, {
    prepare: ({ app, tenantId }) => requireActiveTenant(app, tenantId),
    handle: async ({ db, params, body }) => describeLinked(db, await getLinkedInvitation(db, params.id, body.secret)),
  });

  route(scope, invitationLinksApi.begin, {
    prepare: ({ app, tenantId }) => requireActiveTenant(app, tenantId),
    handle: async ({ app, tenantId, db, params, body }) => {
      const { id, status, invitee: email, expiresAt } = await getLinkedInvitation(db, params.id, body.secret);
      if (status !== 'Pending') {
        throw new AppError('invitation.invalid_status');
      }
      const sealer = tokenSealer(app, tenantId);
      return { email, token: await takeInvitationToken(db, sealer, { invitationId: id, email, expiresAt }) };
    },
  });

  route(scope, invitationLinksApi.accept, async ({ db, params: { id }, body, caller }) => {
    const { invitee, status, acceptedUserId } = await getLinkedInvitation(db, id, body.secret);
    const user = await findUser(db, caller.subject);
    if (user?.primaryEmail !== invitee) {
      throw new AppError('invitation.email_mismatch');
    }
    // Somebody else may have created the account in advance with an address that they do not own.
    if ((await findProvenAddresses(db, caller.subject)).email !== invitee) {
      throw new AppError('invitation.email_not_verified');
    }
    // A second click succeeds because the first one did.
    if (status === 'Accepted' && acceptedUserId === caller.subject) {
      return describeLinked(db, await getLinkedInvitation(db, id, body.secret));
    }
    if (status !== 'Pending') {
      throw new AppError('invitation.invalid_status');
    }
    return describeLinked(db, await acceptInvitation(db, id, caller.subject));
  });
}
