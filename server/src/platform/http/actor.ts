import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { type AnyEndpoint, statusOf } from '@postern/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** Who caused a change, and from where. */
export type Actor = {
  /**
   * `administrator` and `application` use the management API or the console; `user` acts on their own account;
   * `directory` is the directory of a company, with the id of its SSO connector; `setupLink` is a customer with a set-up
   * link, with the id of the link; `identityProvider` is the provider of an SSO connector, with the id of the connector.
   */
  type: 'administrator' | 'application' | 'user' | 'directory' | 'setupLink' | 'identityProvider';
  /** Empty during a sign-in: the actor is the user whom the event is about. */
  id: string;
  applicationId?: string;
  ip: string;
  userAgent: string;
};

/** A call of the management API, as webhooks report it. Paths are without `/api`. */
export type ManagementCall = {
  path: string;
  method: string;
  matchedRoute: string;
  /** The status of a success: events of failed calls are rolled back. */
  status: number;
  params: Record<string, string>;
};

type Source = { tenantId: string; request: IncomingMessage };
type Context = { actor: Actor; call: ManagementCall | undefined; source: Source | undefined };

const current = new AsyncLocalStorage<Context | undefined>();
export const currentActor = () => current.getStore()?.actor;
export const currentCall = () => current.getStore()?.call;
/** The current request and its tenant; undefined in background work. */
export const currentSource = () => current.getStore()?.source;

/** Without an actor, the work has none, whatever surrounds it. */
export const onBehalfOf = <T>(
  actor: Actor | undefined,
  work: () => Promise<T>,
  call?: ManagementCall | undefined,
  source?: Source,
): Promise<T> => current.run(actor && { actor, call, source }, work);

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
    case 'setup':
      return { type: 'setupLink', id, ...from };
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

const withoutApi = (path: string) => path.replace(/^\/api(?=\/)/, '');

/** Undefined unless the request changes something through the management API. */
export function managementCallOf(contract: AnyEndpoint, request: FastifyRequest): ManagementCall | undefined {
  const { auth, method, path } = contract;
  return auth.kind !== 'management' || method === 'GET'
    ? undefined
    : {
        path: withoutApi(request.url.split('?')[0] ?? ''),
        method,
        matchedRoute: withoutApi(path),
        status: statusOf(contract),
        // Fastify reads parameters from the path as strings.
        params: { ...(request.params as Record<string, string>) },
      };
}
