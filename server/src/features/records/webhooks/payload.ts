import { isException } from '@postern/contracts/events';
import { type WebhookEvent, webhookEvents } from '@postern/contracts/records/webhooks';
import type { OutboxEvent } from '#platform/jobs/outbox';

/** Own changes of these count as changes of the user's data. Changes by the management API trigger no webhook. */
const partsOfUser = new Set<string>(['User.Identities.Updated', 'User.MfaVerifications.Updated']);

const isWebhookEvent = (name: string): name is WebhookEvent => webhookEvents.some((event) => event === name);

/** The event as webhooks know it; undefined if they do not. */
export function webhookEventOf({ name, actor }: Pick<OutboxEvent, 'name' | 'actor'>): WebhookEvent | undefined {
  if (partsOfUser.has(name)) {
    return actor?.type === 'user' ? 'User.Data.Updated' : undefined;
  }
  return isWebhookEvent(name) ? name : undefined;
}

const interactionEvents: Partial<Record<WebhookEvent, string>> = {
  PostRegister: 'Register',
  PostSignIn: 'SignIn',
  PostSignInAdaptiveMfaTriggered: 'SignIn',
  PostResetPassword: 'ForgotPassword',
};

/** The type of the object: events about one object are delivered in order. */
export const objectTypeOf = (event: WebhookEvent) =>
  event in interactionEvents ? 'User' : (event.split('.')[0] ?? event);

export type WebhookApplication = { id: string; type: string; name: string; description: string | null };

type Given = { event: WebhookEvent; hookId: string; application?: WebhookApplication | undefined };

const memberLists = ['addedUserIds', 'removedUserIds', 'addedApplicationIds', 'removedApplicationIds'] as const;

/** The members that a change added and removed; lists without any are left out. */
const membersOf = (data: OutboxEvent['data']) =>
  Object.fromEntries(memberLists.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));

/** Deleted objects are not sent, except users. */
const isGone = (event: WebhookEvent) => event.endsWith('.Deleted') && event !== 'User.Deleted';

function interactionPayload({ subjectId, subject, data, actor }: OutboxEvent, { event, application }: Given) {
  return {
    interactionEvent: interactionEvents[event],
    sessionId: data.sessionId,
    userAgent: actor?.userAgent,
    userIp: actor?.ip,
    userId: subjectId,
    user: subject ?? undefined,
    application,
    ...(data.adaptiveMfaResult === undefined ? {} : { adaptiveMfaResult: data.adaptiveMfaResult }),
  };
}

function dataPayload({ subjectId, subject, data, actor, call }: OutboxEvent, { event, application }: Given) {
  const isInInteraction = typeof data.interactionEvent === 'string';
  return {
    userAgent: actor?.userAgent,
    ip: actor?.ip,
    ...(call ?? {}),
    ...(event === 'Organization.Membership.Updated' ? { organizationId: subjectId, ...membersOf(data) } : {}),
    ...(event === 'Role.Scopes.Updated' && call?.matchedRoute === '/roles' ? { roleId: subjectId } : {}),
    ...(event === 'OrganizationRole.Scopes.Updated' && call?.matchedRoute === '/organization-roles'
      ? { organizationRoleId: subjectId }
      : {}),
    ...(isInInteraction
      ? {
          interactionEvent: data.interactionEvent,
          sessionId: data.sessionId,
          applicationId: data.applicationId,
          application,
        }
      : {}),
    data: isGone(event) ? null : (subject ?? null),
  };
}

const exceptionPayload = ({ data, actor }: OutboxEvent, { application }: Given) => ({
  userAgent: actor?.userAgent,
  ip: actor?.ip,
  ...data,
  application,
});

function specificPayload(source: OutboxEvent, given: Given) {
  if (given.event in interactionEvents) {
    return interactionPayload(source, given);
  }
  return isException(given.event) ? exceptionPayload(source, given) : dataPayload(source, given);
}

/** The body of a delivery. Fields without a value are left out. */
export function payloadOf(source: OutboxEvent, given: Given): Record<string, unknown> {
  const { event, hookId } = given;
  return { hookId, event, createdAt: new Date(source.createdAt).toISOString(), ...specificPayload(source, given) };
}
