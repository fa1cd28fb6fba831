import type { Account } from '@postern/contracts/account/account';
import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import { keepsWayIn } from '../keeps-way-in.ts';
import type { AccountSettings } from '../settings.ts';

/**
 * Whether an identifier can be removed: the sign-up settings must not require it, and it must not be the only way to sign
 * in. The server makes the final decision.
 */
export function mayRemove(type: IdentifierType, account: Account, settings: AccountSettings): boolean {
  const { identifiers, secondaryIdentifiers = [] } = settings.experience.signUp;
  const demanded: string[] = [...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)];
  const held: Record<IdentifierType, boolean> = {
    username: Boolean(account.username),
    email: Boolean(account.primaryEmail),
    phone: Boolean(account.primaryPhone),
  };
  const other = type === 'email' ? 'phone' : 'email';
  const isDemanded =
    demanded.includes(type) || (type !== 'username' && demanded.includes('emailOrPhone') && !held[other]);
  return held[type] && !isDemanded && keepsWayIn({ account }, settings, { [type]: false });
}
