import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { messageLanguage } from '@postern/contracts/message-phrases/index';
import { productName } from '@postern/contracts/product';
import { tameName } from '@postern/contracts/tame-name';

function inviterOf({ inviter }: Invitation): string {
  const name = inviter?.name ?? inviter?.username;
  const email = inviter?.primaryEmail;
  if (!name) {
    return email ?? '';
  }
  return email ? `${tameName(name)} (${email})` : tameName(name);
}

/** Variables of the invitation message, for the built-in text and for templates: `{{invitation.tenant}}` and so on. */
export function composeInvitation(invitation: Invitation, locale: string | undefined) {
  const until = new Intl.DateTimeFormat(messageLanguage(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    tenant: tameName(invitation.tenantName),
    inviter: inviterOf(invitation),
    product: productName,
    expiresAt: `${until.format(invitation.expiresAt)} UTC`,
  };
}
