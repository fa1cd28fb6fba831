import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';

const mountPath = '/oidc';

type Dispatched = IncomingMessage & { baseUrl?: string };

/** Calls the engine, which routes by `url` and builds its links below `baseUrl`, the path of its issuer. */
export function dispatcherOf(provider: Provider) {
  const callback = provider.callback();
  const { pathname: baseUrl } = new URL(provider.issuer);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    callback(Object.assign(request, { originalUrl: undefined, baseUrl }), response);
}

/** The path of the endpoint that a request of the engine came by; empty if it has none. */
export const prefixIn = ({ req }: { req: IncomingMessage }): string =>
  ((req as Dispatched).baseUrl ?? mountPath).slice(0, -mountPath.length);
