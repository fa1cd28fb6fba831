// The public address in development: files of the web apps come from Vite, everything else from the server behind it.
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '../runtime.mjs';

const WAIT_FOR_SERVER = 30_000;
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Listens, or throws a one-line error. */
export function listen(server, { host, port }) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(`Port ${port} is already in use. Set PORT and ADMIN_PORT to free ports.`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve(server.address().port));
  });
}

async function freePort() {
  const probe = createServer();
  const port = await listen(probe, { host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const tryConnect = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
  });

/** Waits while the server restarts. */
async function connectPatiently(port, isWanted) {
  for (const giveUpAt = Date.now() + WAIT_FOR_SERVER; Date.now() < giveUpAt && isWanted(); await sleep(100)) {
    const socket = await tryConnect(port);
    if (socket) return socket;
  }
}

function forwardedHeaders(request, isForwarded) {
  const headers = { ...request.headers };
  const before = isForwarded && headers['x-forwarded-for'];
  // Without a proxy in front, these headers come from the browser and cannot be trusted.
  if (!isForwarded) for (const name of FORWARDED) delete headers[name];
  headers['x-forwarded-for'] = [before, request.socket.remoteAddress].filter(Boolean).join(', ');
  return headers;
}

async function passOn(request, response, port, isForwarded) {
  const socket = await connectPatiently(port, () => !response.destroyed);
  if (!socket) {
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('The server is not running. See its terminal for the reason.\n');
    return;
  }
  const { method, url } = request;
  const headers = forwardedHeaders(request, isForwarded);
  const inner = httpRequest({ method, path: url, headers, createConnection: () => socket }, (answer) => {
    // It applies to the inner connection; the connection to the browser stays open.
    const { connection: _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode, answer.statusMessage, kept);
    response.flushHeaders();
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  inner.once('error', () => response.destroy());
  response.once('close', () => inner.destroy());
  request.pipe(inner);
}

export function openFront(webApps, isForwarded) {
  let innerPort;
  const server = createServer((request, response) => {
    const app = webApps.of(request.url);
    if (app) app.middlewares(request, response);
    else passOn(request, response, innerPort, isForwarded);
  });
  server.on('upgrade', (request, socket, head) => {
    if (webApps.of(request.url)) webApps.upgrade(request, socket, head);
    else socket.destroy();
  });
  return {
    server,
    async choosePort() {
      innerPort = await freePort();
      return innerPort;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
