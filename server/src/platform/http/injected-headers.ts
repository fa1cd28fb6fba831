import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config/config';
import { trustedPeers } from '#platform/config/share-port';

const maxLength = 256;

const trust = new WeakMap<Config, ReturnType<typeof trustedPeers>>();

function trustOf(config: Config): ReturnType<typeof trustedPeers> {
  const known = trust.get(config) ?? trustedPeers(config.trustProxy);
  trust.set(config, known);
  return known;
}

/**
 * What a proxy says about a request, such as its country. Callers could send these headers too, so they count only if
 * the other end of the connection is a trusted proxy, which has to overwrite them.
 */
export function injectedHeadersOf(config: Config, { headers, socket }: IncomingMessage): Record<string, string> {
  if (config.trustProxy === false || !trustOf(config)(socket.remoteAddress)) {
    return {};
  }
  return Object.fromEntries(
    Object.entries(config.injectedHeaders).flatMap(([name, header]) => {
      const value = headers[header];
      return typeof value === 'string' && value.trim() ? [[name, value.trim().slice(0, maxLength)]] : [];
    }),
  );
}

/** For entries of the audit log: nothing if no trusted proxy says anything. */
export function signInContextOf(config: Config, request: IncomingMessage): { signInContext?: Record<string, string> } {
  const signInContext = injectedHeadersOf(config, request);
  return Object.keys(signInContext).length > 0 ? { signInContext } : {};
}
