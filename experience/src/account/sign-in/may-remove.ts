import type { Account } from '@postern/contracts/account/account';
import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { AccountSettings } from '../settings.ts';

/**
 * Whether an identifier can be removed: the sign-up settings must not require it, and it must not be the last one. The
 * server makes the final decision.
 */
export function mayRemove(type: IdentifierType, account: Account, { experience }: AccountSettings): boolean {
  const { identifiers, secondaryIdentifiers = [] } = experience.signUp;
  const demanded: string[] = [...identifiers, ...secondaryIdentifiers.map(({ identifier }) => identifier)];
  const held: Record<IdentifierType, boolean> = {
    username: Boolean(account.username),
    email: Boolean(account.primaryEmail),
    phone: Boolean(account.primaryPhone),
  };
  const other = type === 'email' ? 'phone' : 'email';
  const isDemanded =
    demanded.includes(type) || (type !== 'username' && demanded.includes('emailOrPhone') && !held[other]);
  const isLast =
    Object.entries(held).every(([name, isHeld]) => !isHeld || name === type) &&
    Object.keys(account.identities ?? {}).length === 0;
  return held[type] && !isDemanded && !isLast;
}
