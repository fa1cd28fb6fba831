import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** Who caused a change, and from where. */
export type Actor = {
  /** `administrator` and `application` use the management API or the console; `user` acts on their own account. */
  type: 'administrator' | 'application' | 'user';
  /** Empty during a sign-in: the actor is the user whom the event is about. */
  id: string;
  applicationId?: string;
  ip: string;
  userAgent: string;
};

const current = new AsyncLocalStorage<Actor>();
export const currentActor = () => current.getStore();

export const onBehalfOf = <T>(actor: Actor | undefined, work: () => Promise<T>): Promise<T> =>
  actor ? current.run(actor, work) : work();

const maxUserAgent = 512;

/** Undefined if the endpoint needs no token. */
export function actorOf({ auth }: AnyEndpoint, request: FastifyRequest, caller: Caller): Actor | undefined {
  const { subject: id, clientId } = caller;
  const from = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? '' };
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'interaction':
      return { type: 'user', id: '', ...from };
    case 'account':
    case 'me':
      return { type: 'user', id, applicationId: clientId, ...from };
    case 'cloud':
    case 'operator':
    case 'tenant':
      return { type: 'administrator', id, ...from };
    case 'management':
      return id === clientId
        ? { type: 'application', id, applicationId: clientId, ...from }
        : { type: 'administrator', id, ...from };
  }
}
