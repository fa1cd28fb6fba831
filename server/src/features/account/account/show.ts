import type { Account } from '@postern/contracts/account/account';
import type { User } from '@postern/contracts/people/users';
import { scopes } from '@postern/contracts/wire';
import type { Access } from './may.ts';

function profileOf({ address, ...profile }: User['profile'], access: Access): Account['profile'] {
  return {
    ...(access.hasScope('profile') ? profile : {}),
    ...(access.hasScope('address') && address ? { address } : {}),
  };
}

/** The part of an account that its owner may see with this token. */
export function showAccount(user: User, access: Access): Account {
  const { sees, hasScope } = access;
  const { lastSignInAt, createdAt, updatedAt, applicationId, isSuspended } = user;
  return {
    id: user.id,
    ...(hasScope('profile') ? { lastSignInAt, createdAt, updatedAt, applicationId, isSuspended } : {}),
    ...(sees('username', 'profile') ? { username: user.username } : {}),
    ...(sees('name', 'profile') ? { name: user.name } : {}),
    ...(sees('avatar', 'profile') ? { avatar: user.avatar } : {}),
    ...(sees('profile') && (hasScope('profile') || hasScope('address'))
      ? { profile: profileOf(user.profile, access) }
      : {}),
    ...(sees('email', 'email') ? { primaryEmail: user.primaryEmail } : {}),
    ...(sees('phone', 'phone') ? { primaryPhone: user.primaryPhone } : {}),
    ...(sees('customData', scopes.customData) ? { customData: user.customData } : {}),
    ...(sees('social', scopes.identities) ? { identities: user.identities, ssoIdentities: [] } : {}),
    ...(sees('password') && !access.isThirdParty ? { hasPassword: user.hasPassword === true } : {}),
  };
}
