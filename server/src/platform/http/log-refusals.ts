import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';

const reasons = new WeakMap<ServerResponse, string>();

/** For answers that the OpenID Connect engine writes: the code of their error. */
export const noteReason = (response: ServerResponse, code: string): void => void reasons.set(response, code);

/** The pattern of the route, and for the OpenID Connect engine the endpoint, so that the number of values is fixed. */
export const routeOf = (request: FastifyRequest): string => request.operation ?? request.routeOptions.url ?? 'none';

/** Rejected input, and requests without the right to what they ask for. Other 4xx are part of normal use. */
const loggedStatuses: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 429]);

const linesPerSecond = 20;

/**
 * Logs refused requests, so that attempts to get around a check can be found. The lines contain no text of the caller.
 * An attacker must not fill the disk, so a process writes at most 20 lines a second and counts the others.
 */
export function createRefusalLog(now: () => number = () => performance.now()) {
  let second = Number.NEGATIVE_INFINITY;
  let written = 0;
  let omitted = 0;
  return function logRefusal(request: FastifyRequest, response: ServerResponse, status: number): void {
    if (!loggedStatuses.has(status)) {
      return;
    }
    if (now() - second >= 1000) {
      second = now();
      written = 0;
    }
    if (written >= linesPerSecond) {
      omitted += 1;
      return;
    }
    written += 1;
    const { method, ip, callerId, refusedFor: reason = reasons.get(response) } = request;
    request.log.info(
      {
        reason,
        status,
        method,
        route: routeOf(request),
        ip,
        ...(callerId === '' ? {} : { callerId }),
        ...(omitted === 0 ? {} : { omitted }),
      },
      'request refused',
    );
    omitted = 0;
  };
}
