// Shared by the programs of clients: where they listen, and what they sign in with.
import { createServer } from 'node:http';

export const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: secret, BASE: base } = process.env;
export const port = Number(new URL(base).port);

/** What the test reads: the claims that the client got. */
export const answer = (claims) => ({ claims });

/** A server of handlers by path. A handler returns an address to redirect to, or an answer. */
export function serve(handlers) {
  createServer(async (request, response) => {
    const url = new URL(request.url, base);
    try {
      const result = await (handlers[url.pathname] ?? (() => answer(null)))(url);
      if (result instanceof URL || typeof result === 'string') {
        response.writeHead(302, { location: String(result) }).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      const { message, error: code, error_description: reason, cause } = error;
      response.writeHead(500).end(JSON.stringify({ message, code, reason, cause: String(cause) }));
    }
  }).listen(port, '127.0.0.1');
}
