import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { createBooks, Refusal } from './books.ts';
import { type FormOf, forms, type Path, readForm } from './forms.ts';

type Call = { route: Path; id: string; form: Record<string, unknown>; key: string | undefined };
type Answer = { status: number; body: unknown };
/** A status, or a dropped connection. */
type Trouble = number | 'cut';

const refuse = (status: number, error: Record<string, unknown>): Answer => ({ status, body: { error } });

function routeOf(method: string, path: string): { route: Path; id: string } | undefined {
  for (const route of Object.keys(forms) as Path[]) {
    const [verb, pattern = ''] = route.split(' ');
    const match = new RegExp(`^${pattern.replace(':id', '(\\w+)')}$`).exec(path);
    if (verb === method && match) {
      return { route, id: match[1] ?? '' };
    }
  }
  return undefined;
}

/** Stripe's documented API as far as plans need it, over real HTTP: errors, state and events. */
export async function fakeStripe() {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const calls: Call[] = [];
  const troubles: Trouble[] = [];
  const remembered = new Map<string, { digest: string; answer: Answer }>();
  const { webhooks } = new Stripe(secretKey);
  const pdf = Buffer.from('%PDF-1.4 invoice of Stripe');

  function answerOnce(key: string | undefined, asked: string, answer: () => Answer): Answer {
    if (!key) {
      return answer();
    }
    const digest = createHash('sha256').update(asked).digest('hex');
    const before = remembered.get(key);
    if (before && before.digest !== digest) {
      return refuse(400, { type: 'idempotency_error', message: 'Keys for idempotent requests are used once.' });
    }
    const result = before?.answer ?? answer();
    remembered.set(key, { digest, answer: result });
    return result;
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const body = await text(request);
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const found = routeOf(request.method ?? '', url.pathname);
    const isForm = request.method !== 'POST' || request.headers['content-type'] === 'application/x-www-form-urlencoded';
    if (!found || !isForm || !/^\d{4}-\d\d-\d\d\./.test(String(request.headers['stripe-version']))) {
      return refuse(404, { type: 'invalid_request_error', message: `Unrecognized request URL: ${url.pathname}` });
    }
    const sent = request.method === 'POST' ? body : url.search.slice(1);
    const form = forms[found.route].safeParse(readForm(sent));
    if (!form.success) {
      return refuse(400, { type: 'invalid_request_error', code: 'parameter_unknown', message: form.error.message });
    }
    const key = request.headers['idempotency-key']?.toString();
    calls.push({ ...found, form: form.data, key });
    return answerOnce(request.method === 'POST' ? key : undefined, `${request.url} ${sent}`, () => {
      try {
        return { status: 200, body: books.answer(found.route, found.id, form.data as FormOf<Path>) };
      } catch (error) {
        if (error instanceof Refusal) {
          return refuse(error.status, { type: 'invalid_request_error', ...error.details });
        }
        throw error;
      }
    });
  }

  const server = createServer(async (request, response) => {
    const trouble = request.url?.startsWith('/v1/') ? troubles.shift() : undefined;
    if (trouble === 'cut') {
      request.socket.destroy();
    } else if (trouble) {
      response.writeHead(trouble, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'api_error', message: `Sorry, ${secretKey}` } }));
    } else if (request.url?.startsWith('/pdf/')) {
      // As Stripe does: the URL of an invoice redirects to its file.
      response.writeHead(302, { location: request.url.replace('/pdf/', '/files/') }).end();
    } else if (request.url?.startsWith('/files/')) {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    } else {
      const { status, body } = await answer(request);
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' });
      response.end(JSON.stringify(body));
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const books = createBooks(url);

  return {
    url,
    secretKey,
    webhookSecret,
    calls,
    pdf,
    ...books,
    callsOf: (route: Path) => calls.filter((call) => call.route === route),
    /** Failures for the next calls. */
    troubleAhead: (...next: Trouble[]) => void troubles.splice(0, troubles.length, ...next),
    /** A webhook delivery as the product receives it. */
    deliver(event: unknown, { secret = webhookSecret, ageSeconds = 0 } = {}) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return { body: Buffer.from(payload), headers: { 'stripe-signature': signature } };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
