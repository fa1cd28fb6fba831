import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const isHead = Symbol('a request that asked only for the head of the answer');
type Marked = IncomingMessage & { [isHead]?: true };

/** HEAD has the same answer as GET, and Node sends no body for it (RFC 9110 §9.3.2). */
export function readHeadAsGet(request: IncomingMessage): void {
  if (request.method === 'HEAD') {
    request.method = 'GET';
    (request as Marked)[isHead] = true;
  }
}

/** The body to send. It is left out for HEAD, where its length is told if it is known; a stream ends at once. */
export function answerHead(request: IncomingMessage, reply: FastifyReply, body: unknown): unknown {
  if (!(request as Marked)[isHead]) {
    return body;
  }
  // For the framework, logs and metrics.
  request.method = 'HEAD';
  if (body instanceof Readable) {
    body.destroy();
  } else if ((typeof body === 'string' || body instanceof Buffer) && !reply.hasHeader('content-length')) {
    reply.header('content-length', Buffer.byteLength(body));
  }
  return null;
}
