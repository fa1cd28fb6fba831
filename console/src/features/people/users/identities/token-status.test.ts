import type { SocialTokenSecret } from '@postern/contracts/people/secrets';
import { expect, test } from 'vitest';
import { tokenStatusOf } from './token-status.tsx';

const now = 1_800_000_000_000;
const secret = (metadata: SocialTokenSecret['metadata']): SocialTokenSecret => ({
  tenantId: 'default',
  id: 's1',
  userId: 'u1',
  type: 'federated_token_set',
  metadata,
  createdAt: now,
  updatedAt: now,
  connectorId: 'c1',
  identityId: 'g1',
  target: 'acme',
});
const keeps = [{ enableTokenStorage: false }, { enableTokenStorage: true }];

test.each([
  [{ hasRefreshToken: false }, 'active'],
  [{ hasRefreshToken: false, expiresAt: now / 1000 + 1 }, 'active'],
  [{ hasRefreshToken: false, expiresAt: now / 1000 }, 'expired'],
  [{ hasRefreshToken: true, expiresAt: now / 1000 - 1 }, 'active'],
])('tokens with %j are %s', (metadata, status) => {
  expect(tokenStatusOf(secret(metadata), keeps, now)).toBe(status);
});

test('without tokens the status depends on whether the connector stores them', () => {
  expect(tokenStatusOf(undefined, keeps, now)).toBe('inactive');
  expect(tokenStatusOf(undefined, [{ enableTokenStorage: false }], now)).toBe('none');
  expect(tokenStatusOf(undefined, [], now)).toBe('none');
});
