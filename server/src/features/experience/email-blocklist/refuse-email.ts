import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { normalizeEmail } from '@postern/contracts/normalize';
import { AppError } from '#platform/http/errors';
import { isDisposable } from './disposable-domains.ts';

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
  if (isListed || (blockDisposableAddresses && isDisposable(domain))) {
    throw new AppError('session.email_blocklist.email_not_allowed', { values: { email: address } });
  }
}
