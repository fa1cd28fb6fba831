import { Account, accountApi } from '@postern/contracts/account/account';
import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { AccountWays, accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';

/** The account of the person who is signed in. */
export const ada = (given: Partial<Account> = {}): Account =>
  sample(Account, {
    id: 'ada',
    username: 'ada',
    name: 'Ada Lovelace',
    hasPassword: true,
    identities: {},
    ssoIdentities: [],
    profile: {},
    customData: {},
    ...given,
  });

/** How the person can confirm who they are: with a password, unless a test says otherwise. */
export const ways = (given: Partial<AccountWays> = {}) => sample(AccountWays, { password: true, ...given });

/** A server that knows the person, and accepts their password and codes. */
export function answerAccount(api: FakeApi): void {
  const begun = { verificationRecordId: 'proof', expiresAt: '2099-01-01T00:00:00Z' };
  api.byDefault(accountApi.get, ada());
  api.byDefault(accountVerificationsApi.ways, ways());
  api.byDefault(accountVerificationsApi.password, begun);
  api.byDefault(accountVerificationsApi.sendCode, { ...begun, verificationRecordId: 'code' });
  api.byDefault(accountVerificationsApi.verifyCode, { verificationRecordId: 'code' });
  api.byDefault(accountMfaApi.list, []);
  api.byDefault(mySessionsApi.list, { sessions: [] });
  api.byDefault(mySessionsApi.listDevices, []);
  api.byDefault(accountDataApi.listGrants, { grants: [] });
  api.byDefault(signInRequestsApi.list, []);
}
