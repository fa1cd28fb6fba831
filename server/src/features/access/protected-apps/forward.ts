import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import type { ProtectedApp } from './find.ts';
import { hasBody, headersToClient } from './headers.ts';

export type Exchange = {
  app: ProtectedApp;
  request: IncomingMessage;
  response: ServerResponse;
  headers: string[];
  /** Only a signed-in user may see the response. */
  withSession: boolean;
  timeoutMs: number;
};

/** Tells the client library that the client has left. */
function leaveSignal(response: ServerResponse): EventEmitter {
  const signal = new EventEmitter();
  response.once('close', () => signal.emit('abort'));
  return signal;
}

const smallChunk = 16_384;

type Settle = { resolve(): void; reject(error: Error): void };

/** The bytes of a header are latin1 characters (RFC 9110 §5.5). */
const toText = (part: Buffer | string) => (typeof part === 'string' ? part : part.toString('latin1'));

/**
 * Writes the response of the origin to the client. Headers, a body that arrives with them, and the end are one write:
 * the parser reports them in the same tick.
 */
function respondWith({ app, response, withSession }: Exchange, settle: Settle): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | undefined;
  let hasBegun = false;
  let hasWritten = false;
  let hasSentHeaders = false;
  let hasLeft = false;
  response.once('close', () => {
    hasLeft = !response.writableFinished;
    if (hasLeft) {
      controller?.abort(new Error('the client has left'));
    }
  });
  response.on('drain', () => controller?.resume());
  return {
    onRequestStart(started) {
      controller = started;
      if (hasLeft) {
        started.abort(new Error('the client has left'));
      }
    },
    onResponseStart({ rawHeaders }, statusCode) {
      // Interim responses (RFC 9110 §15.2) are for this connection.
      if (statusCode < 200) {
        return;
      }
      hasBegun = true;
      const raw = (rawHeaders as (Buffer | string)[]).map(toText);
      response.writeHead(statusCode, headersToClient(app, raw, withSession));
      // The body of a stream of events may begin much later.
      process.nextTick(() => hasWritten || response.destroyed || response.flushHeaders());
    },
    onResponseData(current, chunk) {
      hasWritten = true;
      // Node sends a text in one piece with the headers, and bytes in another piece.
      const isOnePiece = !hasSentHeaders && chunk.length <= smallChunk;
      hasSentHeaders = true;
      const isFree = isOnePiece ? response.write(chunk.toString('latin1'), 'latin1') : response.write(chunk);
      if (!isFree) {
        current.pause();
      }
    },
    onResponseEnd() {
      hasWritten = true;
      response.end();
      settle.resolve();
    },
    onResponseError(_controller, error) {
      if (hasBegun) {
        response.destroy();
      }
      settle.reject(error);
    },
  };
}

/**
 * Streams a request to the origin and its response back. Resolves when the response of the origin has ended; rejects if
 * the origin fails, or the client leaves before that.
 */
export function forwardRequest(agent: Agent, exchange: Exchange): Promise<void> {
  const { app, request, headers, timeoutMs } = exchange;
  return new Promise((resolve, reject) => {
    agent.dispatch(
      {
        origin: app.origin.origin,
        path: request.url ?? '/',
        // The client library accepts all methods of Node's parser.
        method: request.method as 'GET',
        headers,
        body: hasBody(request) ? request : null,
        headersTimeout: timeoutMs,
        // Streams of events may be silent for hours.
        bodyTimeout: 0,
      },
      respondWith(exchange, { resolve, reject }),
    );
  });
}

const upgradeHeaders = (raw: string[]) => {
  const lines = raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []));
  return `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${lines.join('\r\n')}\r\n\r\n`;
};

/** Connects a WebSocket to the origin. `head` is what the client sent after its handshake. */
export async function forwardSocket(
  agent: Agent,
  { app, request, response, headers, withSession, timeoutMs }: Exchange,
  { socket, head }: { socket: Socket; head: Buffer },
): Promise<Duplex> {
  const options = {
    origin: app.origin.origin,
    path: request.url ?? '/',
    method: 'GET',
    headers,
    protocol: 'websocket',
    headersTimeout: timeoutMs,
    responseHeaders: 'raw',
    signal: leaveSignal(response),
  };
  // The published types of an agent omit the origin, and the promise of this method.
  const answer = await (agent.upgrade as (given: object) => Promise<Dispatcher.UpgradeData>).call(agent, options);
  response.detachSocket(socket);
  socket.write(upgradeHeaders(headersToClient(app, answer.headers as unknown as string[], withSession)), 'latin1');
  if (head.length > 0) {
    answer.socket.write(head);
  }
  socket.setTimeout(0);
  // A WebSocket has no half-closed state: when one side ends, both are closed.
  const end = () => {
    socket.destroy();
    answer.socket.destroy();
  };
  pipeline(socket, answer.socket, end);
  pipeline(answer.socket, socket, end);
  return answer.socket;
}
