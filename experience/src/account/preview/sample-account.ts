import type { accountApi } from '@postern/contracts/account/account';
import type { accountDataApi } from '@postern/contracts/account/account-data';
import type { accountMfaApi } from '@postern/contracts/account/account-mfa';
import type { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import type { ResponseOf } from '@postern/contracts/endpoint';
import type { mySessionsApi } from '@postern/contracts/people/user-sessions';
import type { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';

const createdAt = Date.UTC(2025, 2, 14);

const account: ResponseOf<typeof accountApi.get> = {
  id: 'sample',
  username: 'ada',
  name: 'Ada Lovelace',
  primaryEmail: 'ada@example.com',
  primaryPhone: '12025550123',
  avatar: null,
  hasPassword: true,
  identities: {},
  ssoIdentities: [],
  profile: {},
  customData: {},
  createdAt,
};

const factors: ResponseOf<typeof accountMfaApi.list> = [
  { id: 'totp', type: 'Totp', createdAt: new Date(createdAt).toISOString() },
];
const sessions: ResponseOf<typeof mySessionsApi.list> = { sessions: [] };
const devices: ResponseOf<typeof mySessionsApi.listDevices> = [];
const grants: ResponseOf<typeof accountDataApi.listGrants> = { grants: [] };
const requests: ResponseOf<typeof signInRequestsApi.list> = [];
const ways: ResponseOf<typeof accountVerificationsApi.ways> = {
  password: true,
  email: null,
  phone: null,
  social: [],
  passkey: false,
  factors: [],
};

/** What the pages read, of a person who does not exist. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/my-account': account,
  '/api/my-account/mfa-verifications': factors,
  '/api/my-account/sessions': sessions,
  '/api/my-account/trusted-devices': devices,
  '/api/my-account/grants': grants,
  '/api/my-account/sign-in-requests': requests,
  '/api/verifications/ways': ways,
};

/** Replaces the server: reads are answered with the sample, and nothing is changed. */
export function answerWithSample(prefix: string): void {
  window.fetch = async (input, { method = 'GET' } = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    const found = method === 'GET' ? answers[pathname.slice(prefix.length)] : undefined;
    return found === undefined ? new Promise(() => undefined) : Response.json(found);
  };
}
