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

/** Streams a request to the origin and its response back. Rejects if the origin fails before its response begins. */
export async function forwardRequest(agent: Agent, exchange: Exchange): Promise<void> {
  const { app, request, response, headers, withSession, timeoutMs } = exchange;
  await agent.stream(
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
      responseHeaders: 'raw',
      signal: leaveSignal(response),
    },
    ({ statusCode, headers: raw }) => {
      // With `responseHeaders: 'raw'` the list is flat; the types do not say so.
      response.writeHead(statusCode, headersToClient(app, raw as unknown as string[], withSession));
      response.flushHeaders();
      return response;
    },
  );
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
