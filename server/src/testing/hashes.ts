import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { onBehalfOf } from '#platform/http/actor';
import { queueHash } from '../features/people/users/queue-hashes.ts';

const actor = { type: 'user', id: '', ip: '', userAgent: '' } as const;

/** Work in the queue of password hashes, for a request of a tenant. */
export const hashFor = (tenantId: string, work: () => Promise<void>): Promise<void> =>
  onBehalfOf(actor, () => queueHash(work), undefined, { tenantId, request: new IncomingMessage(new Socket()) });
