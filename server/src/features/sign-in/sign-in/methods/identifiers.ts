import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { normalizeEmail } from '@postern/contracts/normalize';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { findCredentials } from '#features/people/users';
import { AppError } from '#platform/errors';
import type { Started } from '../interaction.ts';
import type { Person } from './method.ts';

/** The best known domains of disposable mailboxes. Tenants can add others to their blocklist. */
const disposableDomains: ReadonlySet<string> = new Set(
  `0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net anonymbox.com binkmail.com
  bobmail.info burnermail.io chacuo.net crazymailing.com deadaddress.com discard.email discardmail.com discardmail.de
  disposableaddress.com disposable.com dispostable.com dropmail.me e4ward.com emailondeck.com emailsensei.com
  emailtemporanea.net emltmp.com fakeinbox.com fakemail.net fakemailgenerator.com filzmail.com getairmail.com
  getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com inboxkitten.com incognitomail.org
  jetable.org kasmail.com linshiyouxiang.net luxusmail.org mail-temp.com mail-temporaire.fr mailcatch.com maildrop.cc
  mailexpire.com mailforspam.com mailinator.com mailinator.net mailinator2.com mailmetrash.com mailnesia.com
  mailnull.com mailpoof.com mailsac.com mailtemp.info mailtothis.com mintemail.com moakt.cc moakt.com mohmal.com
  mt2015.com mvrht.com mytemp.email mytrashmail.com nada.email nowmymail.com objectmail.com one-time.email
  onetimeusemail.com pookmail.com privatemail.in rcpt.at reallymymail.com receiveee.com rtrtr.com safetymail.info
  sharklasers.com sogetthis.com spam4.me spamavert.com spambog.com spambox.us spamex.com spamfree24.org spamgourmet.com
  spamherelots.com suremail.info temp-mail.io temp-mail.org tempail.com tempemail.co tempinbox.com tempmail.dev
  tempmail.net tempmailo.com tempmail.plus tempr.email temporary-mail.net throwam.com throwawaymail.com tmail.ws
  tmailinator.com tmpmail.net tmpmail.org trash-mail.at trash-mail.com trash-mail.de trashmail.com trashmail.de
  trashmail.io trashmail.me trashmail.net trbvm.com wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org
  yopmail.com yopmail.fr yopmail.net zetmail.com`.split(/\s+/),
);

/** Throws for addresses that may not register. */
export function refuseEmail({ emailBlocklistPolicy }: SignInExperience, email: string): void {
  const { blockSubaddressing, blockDisposableAddresses, customBlocklist = [] } = emailBlocklistPolicy;
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || !domain) {
    throw new AppError('session.email_blocklist.invalid_email');
  }
  if (blockSubaddressing && local.includes('+')) {
    throw new AppError('session.email_blocklist.email_subaddressing_not_allowed');
  }
  const isListed = customBlocklist.some((entry) => {
    const listed = entry.trim();
    return listed.startsWith('@') ? normalizeEmail(`x${listed}`) === `x@${domain}` : normalizeEmail(listed) === address;
  });
  if (isListed || (blockDisposableAddresses && disposableDomains.has(domain))) {
    throw new AppError('session.email_blocklist.email_not_allowed', { values: { email: address } });
  }
}

/** Whether users may register with it: email and phone together mean either of them. */
export function isSignUpIdentifier(
  { signUp: { identifiers, secondaryIdentifiers = [] } }: SignInExperience,
  type: 'username' | 'email' | 'phone',
): boolean {
  const offered = new Set<string>([...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)]);
  return offered.has(type) || (type !== 'username' && offered.has('emailOrPhone'));
}

/** The account of a proven address. */
export async function findByAddress({ app, tenantId }: Started, address: Address): Promise<Person> {
  const person = await app.tenancy.read(tenantId, (db) => findCredentials(db, address));
  if (!person) {
    throw new AppError('user.user_not_exist', {
      values: { identifier: address.value },
      data: { identifier: address.value },
    });
  }
  const { id, isSuspended, isVerified } = person;
  return { id, isSuspended, ...(isVerified ? {} : { claims: address.type }) };
}

const taken = {
  username: 'user.username_already_in_use',
  email: 'user.email_already_in_use',
  phone: 'user.phone_already_in_use',
} as const;

/** Reported early to avoid filling in forms in vain; the database makes the final check. */
export async function requireFree(
  { app, tenantId }: Started,
  identifier: Address | { type: 'username'; value: string },
): Promise<void> {
  if (await app.tenancy.read(tenantId, (db) => findCredentials(db, identifier))) {
    throw new AppError(taken[identifier.type]);
  }
}
