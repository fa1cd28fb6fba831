import type { LiveEvent } from '@postern/contracts/cloud/live';
import { isBoolean, isOneOf, isText, isTextOrNull, readFields } from '#platform/read-plainly.ts';

const about = { tenantId: isText, tenantName: isText };
const byWhom = { by: isTextOrNull, isSelf: isBoolean };

const fieldsOf = new Map(
  Object.entries({
    removed: { ...about, ...byWhom },
    role: { ...about, ...byWhom, role: isText },
    deleted: { ...about, ...byWhom },
    suspended: { ...about, reason: isTextOrNull },
    resumed: about,
    billing: about,
    accountSuspended: { by: isTextOrNull },
  } satisfies Record<LiveEvent['kind'], object>),
);

/** Reads the data of a message. Unknown event types of a newer server are ignored. */
export function readEvent(data: string): LiveEvent | undefined {
  const event: unknown = JSON.parse(data);
  const kind = typeof event === 'object' && event !== null && 'kind' in event ? event.kind : undefined;
  const fields = typeof kind === 'string' ? fieldsOf.get(kind) : undefined;
  // The fields were checked.
  return fields && (readFields(event, { ...fields, kind: isOneOf([kind]) }) as LiveEvent | undefined);
}
