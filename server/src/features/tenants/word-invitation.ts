import type { Invitation } from '@postern/contracts/tenant-invitations';

const productName = 'Postern';

/**
 * Names that people chose for themselves or their tenant, fit to be read in a message: on one line, not endless, and
 * with nothing that a mail program would make a link of.
 */
function tameName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = line.length > 64 ? `${line.slice(0, 63).trimEnd()}…` : line;
  // An invisible character behind these keeps `example.com`, `https://` and `a@b` from being taken for addresses.
  return short.replace(/[.:/@]/g, '$&\u200b');
}

function inviterOf({ inviter }: Invitation): string {
  const name = inviter?.name ?? inviter?.username;
  const email = inviter?.primaryEmail;
  if (!name) {
    return email ?? '';
  }
  return email ? `${tameName(name)} (${email})` : tameName(name);
}

/** What the message of an invitation says, for the built-in text and for templates: `{{invitation.tenant}}` and so on. */
export function wordInvitation(invitation: Invitation, locale: string | undefined) {
  const language = locale !== undefined && /^[\w-]{2,35}$/.test(locale) ? locale : 'en';
  const [known = 'en'] = Intl.DateTimeFormat.supportedLocalesOf([/^de\b/i.test(language) ? language : 'en']);
  const until = new Intl.DateTimeFormat(known, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    tenant: tameName(invitation.tenantName),
    inviter: inviterOf(invitation),
    product: productName,
    expiresAt: `${until.format(invitation.expiresAt)} UTC`,
  };
}
