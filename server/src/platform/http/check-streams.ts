import type { AnyEndpoint } from '@postern/contracts/endpoint';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { authenticate } from './authenticate.ts';
import { AppError } from './errors.ts';

/** Who opened a stream, with the request whose token allowed it. */
export type StreamReader = { tenantId: string; request: FastifyRequest };

/**
 * Returns a function that ends the open streams whose token no longer allows them. One check at a time: calls during a
 * check are answered by one more.
 */
export function createStreamCheck(
  app: App,
  contract: AnyEndpoint,
  list: () => readonly { owner: StreamReader; end(): void }[],
): () => void {
  let isChecking = false;
  let isWanted = false;

  async function endRevoked(): Promise<void> {
    for (const stream of list()) {
      const { request, tenantId } = stream.owner;
      try {
        await authenticate(app, contract, request, tenantId, { isProven: true });
      } catch (error) {
        if (!(error instanceof AppError)) {
          app.log.warn({ err: error }, 'stream check failed');
        }
        stream.end();
      }
    }
  }

  async function check(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await endRevoked();
    }
    isChecking = false;
  }

  return () => {
    isWanted = true;
    if (!isChecking) {
      isChecking = true;
      void check();
    }
  };
}
