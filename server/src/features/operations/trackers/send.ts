import type { App } from '#platform/app';
import { version } from '#platform/config/version';
import { callEndpoint } from '#platform/egress/call-endpoint';
import { conversions, type ProductEvent } from './product-events.ts';

/** All events of one installation have the same sender, so that nobody can be followed. */
const sender = 'TENANT_EVENT';
const visitor = 'PAGE_VIEW';

export type PageView = { path: string; at: number; id: string };

/** The form that PostHog and compatible receivers accept in a batch. */
type Message = { event: string; distinct_id: string; uuid: string; timestamp: string; properties: object };

export function messageOfEvent({ event, tenantId, at, id, count, isUnpaid }: ProductEvent, edition: string): Message {
  const conversion = isUnpaid ? undefined : conversions[event];
  return {
    event,
    distinct_id: sender,
    uuid: id,
    timestamp: new Date(at).toISOString(),
    properties: {
      $groups: { tenant: tenantId },
      $process_person_profile: false,
      edition,
      version,
      ...(count === undefined ? {} : { count }),
      ...(conversion ? { conversion } : {}),
    },
  };
}

export function messageOfView({ path, at, id }: PageView, edition: string): Message {
  return {
    event: '$pageview',
    distinct_id: visitor,
    uuid: id,
    timestamp: new Date(at).toISOString(),
    properties: { $pathname: path, $process_person_profile: false, edition, version },
  };
}

/** Throws if the tracker did not accept the messages, so that the job is retried. The IDs identify repeated messages. */
export async function sendMessages(app: App, batch: readonly Message[], signal: AbortSignal): Promise<void> {
  const { tracker } = app.config;
  if (!tracker || batch.length === 0) {
    return;
  }
  const body = JSON.stringify({ api_key: tracker.key ?? '', batch });
  const headers = { 'content-type': 'application/json' };
  const call = { url: tracker.url, headers, body, secrets: tracker.key ? [tracker.key] : [] };
  const { isDelivered, response, error } = await callEndpoint(app.egress, call, signal);
  if (!isDelivered) {
    throw new Error(`The tracker did not accept the events: ${error ?? `status ${response?.statusCode}`}`);
  }
}
