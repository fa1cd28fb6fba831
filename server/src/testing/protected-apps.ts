import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { createBrowser } from '#platform/testing/browser';
import { freePort, type ListeningApp, listeningApp, type Person, signInByPassword } from './flows.ts';

export type Seen = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: number;
};

export type Origin = { address: string; seen: Seen[]; server: Server; close(): Promise<void> };

type Handler = NonNullable<Parameters<typeof createServer>[1]>;

/** A real HTTP server that records what arrives. It answers with its path, or as `answers` says. */
export async function startOrigin(answers: Record<string, Handler> = {}): Promise<Origin> {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const entry: Seen = { method, url, headers, rawHeaders, body: 0 };
    seen.push(entry);
    const answer = answers[url.split('?')[0] ?? ''];
    if (answer) {
      answer(incoming, response);
      return;
    }
    incoming.on('data', (chunk: Buffer) => {
      entry.body += chunk.length;
    });
    incoming.on('end', () => response.end(`origin ${url} ${entry.body}`));
  });
  // A WebSocket that repeats each frame as it is, without a mask.
  server.on('upgrade', (incoming, socket) => {
    const { method = '', url = '', headers, rawHeaders } = incoming;
    seen.push({ method, url, headers, rawHeaders, body: 0 });
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    socket.on('data', (frame: Buffer) => {
      const mask = frame.subarray(2, 6);
      const text = Buffer.from(frame.subarray(6).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
      socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    seen,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type ProxyAnswer = { status: number; headers: IncomingMessage['headers']; body: string };

type Asked = { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer };

const html = { accept: 'text/html' };

export type ProxyTest = Awaited<ReturnType<typeof startProxyTest>>;

/** The product with its proxy on a free port, and helpers to call it as a browser does. */
export async function startProxyTest(environment: Record<string, string> = {}) {
  const port = await freePort();
  const domain = `apps.localhost:${port}`;
  const app: ListeningApp = await listeningApp({
    PROTECTED_APPS_ENDPOINT: `http://*.${domain}`,
    PROTECTED_APPS_PORT: String(port),
    ALLOW_PRIVATE_EGRESS: 'true',
    ...environment,
  });
  await app.proxy?.listen({ host: '127.0.0.1', port });
  const token = await app.managementToken();
  const hostOf = (subDomain: string) => `${subDomain}.${domain}`;

  async function create(subDomain: string, origin: string): Promise<Application> {
    const { status, body } = await app.call(applicationsApi.create, {
      token,
      body: { name: `App ${subDomain}`, type: 'Protected', protectedAppMetadata: { subDomain, origin } },
    });
    if (status !== 200) {
      throw new Error(JSON.stringify(body));
    }
    return body;
  }

  function ask(
    subDomain: string,
    path: string,
    { method = 'GET', headers = {}, body }: Asked = {},
  ): Promise<ProxyAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, method, headers: { host: hostOf(subDomain), ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const cookiesOf = ({ headers }: ProxyAnswer) =>
    (headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '').filter((pair) => !pair.endsWith('='));

  /** The whole way of a person: a page, the sign-in pages, the callback. Returns the session cookie. */
  async function signIn(subDomain: string, person: Person, path = '/', browser = createBrowser()) {
    const first = await ask(subDomain, path, { headers: html });
    const begun = cookiesOf(first).join('; ');
    const callbackPrefix = `http://${hostOf(subDomain)}/sign-in-callback`;
    let next = await browser.follow(first.headers.location ?? '', [`${app.endpoint}/sign-in`, callbackPrefix]);
    if (!next.startsWith(callbackPrefix)) {
      next = await browser.follow(await signInByPassword(browser, app.endpoint, person), [callbackPrefix]);
    }
    const { pathname, search } = new URL(next);
    const last = await ask(subDomain, pathname + search, { headers: { ...html, cookie: begun } });
    return { first, begun, callback: pathname + search, last, cookie: cookiesOf(last).join('; '), browser };
  }

  async function createUser(person: Person): Promise<string> {
    const { body } = await app.call(usersApi.create, { token, body: person });
    return body.id;
  }

  /** Sends bytes as they are. Resolves with all that the proxy answers until it closes, or until `until` is found. */
  function raw(text: string, until?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let got = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer: ${got}`)));
      socket.on('data', (chunk) => {
        got += chunk.toString('latin1');
        if (until && got.includes(until)) {
          socket.destroy();
        }
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(got));
    });
  }

  return { app, token, port, domain, hostOf, create, ask, signIn, createUser, raw, html };
}
