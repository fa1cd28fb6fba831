import { type ExceptionEventName, isException } from '@postern/contracts/events';
import type { Webhook, WebhookEvent } from '@postern/contracts/records/webhooks';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { newId } from '#platform/secrets/ids';
import { objectTypeOf, payloadOf } from './payload.ts';
import { send, type Target } from './send.ts';

const at = Date.UTC(2025, 0, 1);

const user = {
  id: 'fake-user-id',
  username: 'fake_user',
  primaryEmail: 'fake.user@example.com',
  primaryPhone: '15550100',
  name: 'Fake User',
  avatar: null,
  customData: { theme: 'light' },
  identities: {},
  lastSignInAt: at,
  createdAt: at,
  updatedAt: at,
  profile: {},
  applicationId: 'fake-application-id',
  isSuspended: false,
};
const application = {
  id: 'fake-application-id',
  type: 'SPA',
  name: 'Fake application',
  description: 'An application that does not exist.',
};

const inSignIn = { interactionEvent: 'SignIn', sessionId: 'fake-session-id', applicationId: application.id };

/** What the events say besides where the request came from. */
const exceptions: Record<ExceptionEventName, Record<string, unknown>> = {
  PostSignInAdaptiveMfaTriggered: {
    ...inSignIn,
    adaptiveMfaResult: {
      requiresMfa: true,
      triggeredRules: [{ rule: 'new_country', details: { currentCountry: 'NO', windowDays: 180 } }],
    },
  },
  'Identifier.Lockout': { ...inSignIn, type: 'email', value: user.primaryEmail },
  'Message.RateLimited': { ...inSignIn, action: 'VerificationCodeSend', recipient: user.primaryEmail },
  'Grant.LimitExceeded': {
    userId: user.id,
    applicationId: application.id,
    revokedGrantIds: ['fake-grant-id'],
    maxAllowedGrants: 1,
    preRevocationActiveGrantCount: 2,
  },
};

const members = { addedUserIds: [user.id], removedUserIds: ['fake-removed-user-id'] };

function dataOf(event: WebhookEvent): Record<string, unknown> {
  if (isException(event)) {
    return exceptions[event];
  }
  return event === 'Organization.Membership.Updated' ? members : {};
}

/** An example of the event with invented ids. */
export function testPayloadOf(hookId: string, event: WebhookEvent): Record<string, unknown> {
  const type = objectTypeOf(event);
  const isUser = type === 'User';
  const from = { ip: '203.0.113.1', userAgent: 'Fake user agent' };
  const source: OutboxEvent = {
    tenantId: 'fake-tenant-id',
    id: 'fake-event-id',
    name: 'User.Created',
    subjectId: isUser ? user.id : 'fake-id',
    data: dataOf(event),
    createdAt: Date.now(),
    actor: { type: 'administrator', id: 'fake-administrator-id', ...from },
    seq: 0,
    subject: isUser ? user : { id: 'fake-id', name: `Fake ${type}` },
    noted: null,
    call: {
      path: '/fake-path/fake-id',
      method: 'POST',
      matchedRoute: '/fake-path/:id',
      status: 200,
      params: { id: 'fake-id' },
    },
  };
  return {
    ...payloadOf(source, { event, hookId, application }),
    sessionId: 'fake-session-id',
    ...from,
  };
}

/** Sends one example per event. Throws the first failure. */
export async function sendTest(
  app: App,
  hookId: string,
  target: Target & { config: Webhook['config'] },
  events: WebhookEvent[],
): Promise<void> {
  const results = await Promise.all(
    [...new Set(events)].map((event) =>
      send(app, target, { id: newId(), body: JSON.stringify(testPayloadOf(hookId, event)) }),
    ),
  );
  const failed = results.find(({ isDelivered }) => !isDelivered);
  if (failed?.response) {
    const { statusCode: responseStatus, body: responseBody } = failed.response;
    throw new AppError('hook.endpoint_responded_with_error', { data: { responseStatus, responseBody } });
  }
  if (failed) {
    throw new AppError('hook.send_test_payload_failed', { values: { message: failed.error ?? '' } });
  }
}
