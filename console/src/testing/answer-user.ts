import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { User, usersApi } from '@postern/contracts/people/users';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';

/** Answers what the pages of a user ask for, and changes the user as the product does. Answers of the test win. */
export function answerUser(api: FakeApi, given: Partial<User> = {}): { user: User } {
  const state = { user: sample(User, { id: 'maya', username: 'maya', name: 'Maya Lindqvist', ...given }) };
  const change = (changes: Partial<User>) => {
    state.user = { ...state.user, ...changes };
    return state.user;
  };
  api.byDefault(usersApi.get, () => state.user);
  api.byDefault(usersApi.update, ({ body }) => change(body as Partial<User>));
  api.byDefault(usersApi.setSuspended, ({ body }) => change(body));
  api.byDefault(usersApi.setPassword, () => change({ hasPassword: true }));
  api.byDefault(usersApi.listLockouts, []);
  api.byDefault(usersApi.getPasswordExpiration, {
    isEnabled: false,
    hasExpired: false,
    isMarked: false,
    updatedAt: null,
    expiresAt: null,
  });
  api.byDefault(userAssetsApi.status, { status: 'not_configured' });
  // Who else has an identifier that is typed.
  api.byDefault(usersApi.list, []);
  api.byDefault(userMfaApi.list, []);
  api.byDefault(personalAccessTokensApi.list, []);
  api.byDefault(userIdentitiesApi.listAll, { socialIdentities: [], ssoIdentities: [] });
  api.byDefault(connectorsApi.list, []);
  api.byDefault(customProfileFieldsApi.list, []);
  return state;
}
