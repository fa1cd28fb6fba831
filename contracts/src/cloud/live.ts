import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const about = { tenantId: z.string(), tenantName: z.string() };
/**
 * The name of the actor; null for an operator or a program. `isSelf`: the user themselves, perhaps in another window.
 */
const byWhom = { by: z.string().nullable(), isSelf: z.boolean() };

/** Events of a user or their tenants while their console is open. */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('removed'), ...about, ...byWhom }),
  z.object({ kind: z.literal('role'), ...about, ...byWhom, role: z.string() }),
  z.object({ kind: z.literal('deleted'), ...about, ...byWhom }),
  z.object({ kind: z.literal('suspended'), ...about, reason: z.string().nullable() }),
  z.object({ kind: z.literal('resumed'), ...about }),
  /** The plan, a payment or an invoice changed. */
  z.object({ kind: z.literal('billing'), ...about }),
  z.object({ kind: z.literal('accountSuspended'), by: z.string().nullable() }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const liveApi = {
  watch: endpoint({
    method: 'GET',
    path: '/api/live',
    summary:
      'A stream of server-sent events: what happens to you and to your tenants. It ends now and then; open it again.',
    tag: 'Live',
    document: 'cloud',
    auth: { kind: 'cloud' },
    file: ['text/event-stream'],
  }),
} as const;
