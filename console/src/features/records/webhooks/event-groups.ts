import { isException } from '@postern/contracts/events';
import { type Webhook, type WebhookEvent, webhookEvents } from '@postern/contracts/records/webhooks';

/** The headings under which events are chosen, in the order of the form. */
export const eventGroups = [
  'Interaction',
  'User',
  'Organization',
  'Role',
  'OrganizationRole',
  'Scope',
  'OrganizationScope',
  'Limit',
] as const;
export type EventGroup = (typeof eventGroups)[number];

/** `User.Created` is in the group `User`; events without a dot are those of sign-ins. */
function groupOf(event: WebhookEvent) {
  if (isException(event) && event !== 'PostSignInAdaptiveMfaTriggered') {
    return 'Limit';
  }
  return event.includes('.') ? event.slice(0, event.indexOf('.')) : 'Interaction';
}

export const eventsIn = (group: EventGroup) => webhookEvents.filter((event) => groupOf(event) === group);

/** All events of a webhook. Those of older clients have a single one in `event`. */
export const eventsOf = ({ event, events }: Pick<Webhook, 'event' | 'events'>) =>
  events.length === 0 && event !== null ? [event] : events;
