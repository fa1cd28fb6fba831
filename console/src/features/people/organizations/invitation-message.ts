import type { InvitationMessage } from '@postern/contracts/people/organization-invitations';
import { adminTenantId } from '@postern/contracts/wire';

/** Without a link the message leads to the hosted page, which the admin tenant does not have. */
export const messageOf = (tenantId: string, link: string): InvitationMessage =>
  link ? { link } : { hostedLink: tenantId !== adminTenantId };
