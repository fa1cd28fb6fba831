import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { EventName } from '../events.ts';

export const changeActions = ['created', 'updated', 'deleted'] as const;
export const ChangeAction = z.enum(changeActions);
export type ChangeAction = z.infer<typeof ChangeAction>;

/** A change of a tenant. Names the changed object and nothing about it, so readers fetch it with their own rights. */
export const Change = z.object({
  /** The first word of the event, such as `user` or `organizationRole`; or `log` for entries of the audit log. */
  kind: z.string(),
  id: z.string(),
  action: ChangeAction,
});
export type Change = z.infer<typeof Change>;

const actions: Record<string, ChangeAction> = { Created: 'created', Deleted: 'deleted' };

/** `User.Data.Updated` → kind `user`, action `updated`. */
export function changeOf({ name, subjectId }: { name: EventName; subjectId: string }): Change {
  const [subject = '', ...rest] = name.split('.');
  const kind = `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
  return { kind, id: subjectId, action: actions[rest.at(-1) ?? ''] ?? 'updated' };
}

/** The event of the stream that says: changes may be missing, read everything again. */
export const resetEvent = 'reset';

export const changesApi = {
  watch: endpoint({
    method: 'GET',
    path: '/api/changes',
    summary:
      'A stream of server-sent events: which objects of the tenant change. It ends regularly; open it again with Last-Event-ID.',
    tag: 'Changes',
    document: 'management',
    auth: { kind: 'management' },
    file: ['text/event-stream'],
    errors: ['changes.too_many_streams'],
  }),
} as const;
