import { type ExceptionEventName, isException } from '@postern/contracts/events';
import { webhookEvents } from '@postern/contracts/records/webhooks';
import { expect, test } from 'vitest';
import { pauseAfter, retryPauses } from './deliver.ts';
import { objectTypeOf, webhookEventOf } from './payload.ts';
import { testPayloadOf } from './test-payload.ts';

test('has 29 events about 9 types of objects', () => {
  expect(new Set(webhookEvents).size).toBe(29);
  expect(new Set(webhookEvents.map(objectTypeOf))).toEqual(
    new Set([
      'User',
      'Role',
      'Scope',
      'Organization',
      'OrganizationRole',
      'OrganizationScope',
      'Identifier',
      'Message',
      'Grant',
    ]),
  );
});

test('own changes of identities and factors are changes of the user; those of an administrator trigger nothing', () => {
  const from = { id: 'u', ip: '', userAgent: '' };
  expect(webhookEventOf({ name: 'User.Identities.Updated', actor: { type: 'user', ...from } })).toBe(
    'User.Data.Updated',
  );
  expect(
    webhookEventOf({ name: 'User.Identities.Updated', actor: { type: 'administrator', ...from } }),
  ).toBeUndefined();
  expect(webhookEventOf({ name: 'User.Roles.Updated', actor: { type: 'user', ...from } })).toBeUndefined();
  expect(webhookEventOf({ name: 'Role.Created', actor: null })).toBe('Role.Created');
});

test('retries over a day, or as often as the config says', () => {
  expect(retryPauses.reduce((sum, one) => sum + one)).toBe(24 * 3600);
  expect(pauseAfter(1, undefined)).toBe(5);
  expect(pauseAfter(retryPauses.length, undefined)).toBeGreaterThan(8 * 3600);
  expect(pauseAfter(retryPauses.length + 1, undefined)).toBeUndefined();
  expect(pauseAfter(1, 0)).toBeUndefined();
  expect([pauseAfter(3, 3), pauseAfter(4, 3)]).toEqual([120, undefined]);
});

const fieldsOf: Record<ExceptionEventName, string[]> = {
  PostSignInAdaptiveMfaTriggered: ['adaptiveMfaResult', 'interactionEvent', 'user', 'userId', 'userIp'],
  'Identifier.Lockout': ['applicationId', 'interactionEvent', 'type', 'value'],
  'Message.RateLimited': ['action', 'applicationId', 'interactionEvent', 'recipient'],
  'Grant.LimitExceeded': [
    'applicationId',
    'maxAllowedGrants',
    'preRevocationActiveGrantCount',
    'revokedGrantIds',
    'userId',
  ],
};

test.each(webhookEvents)('the example of %s has the fields of its kind', (event) => {
  const common = {
    hookId: 'h',
    event,
    createdAt: expect.any(String),
    sessionId: 'fake-session-id',
    ip: '203.0.113.1',
    userAgent: expect.any(String),
  };
  const kind = event.startsWith('Post')
    ? {
        userIp: expect.any(String),
        userId: expect.any(String),
        user: expect.any(Object),
        application: expect.any(Object),
      }
    : { path: expect.any(String), method: 'POST', status: 200, params: expect.any(Object) };
  const payload = testPayloadOf('h', event);
  const { application: _, ...specific } = payload;
  expect(payload).toMatchObject({ ...common, ...(isException(event) ? {} : kind) });
  expect('data' in payload).toBe(!event.startsWith('Post') && !isException(event));
  if (isException(event)) {
    const shown = Object.keys(specific).filter((name) => !(name in common));
    expect(shown.toSorted()).toEqual(fieldsOf[event]);
  }
});
