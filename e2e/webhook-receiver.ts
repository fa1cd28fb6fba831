import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = { headers: IncomingHttpHeaders; body: string };

/** An endpoint for webhooks on this machine. Status and body of its responses can be changed at any time. */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(receiver.status, { 'content-type': 'text/plain', 'x-served-by': 'orders-1' });
    response.end(receiver.answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = {
    url: `http://127.0.0.1:${port}/hooks/identity`,
    status: 200,
    answer: 'thank you',
    received,
    /** The username of the user in each request. */
    usernames: () => received.map(({ body }) => JSON.parse(body).data?.username as string | undefined),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Whether one of the signatures was made with the key. */
export function isSignedWith(signingKey: string, { headers, body }: Received): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', Buffer.from(signingKey, 'base64')).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
