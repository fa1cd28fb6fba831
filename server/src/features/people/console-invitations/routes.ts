import { consoleInvitationsApi } from '@postern/contracts/people/console-invitations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { digestSecret } from '#platform/secrets/ids';
import { findByLink } from './store.ts';

export function consoleInvitationRoutes(scope: Scope): void {
  route(scope, consoleInvitationsApi.inspect, async ({ db, body: { email, token } }) => {
    const invitation = await findByLink(db, digestSecret(token), email);
    if (!invitation) {
      throw new AppError('invitation.link_not_found');
    }
    return invitation;
  });
}
