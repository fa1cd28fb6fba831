import { IncomingMessage } from 'node:http';

/** The engine's limit for forms. */
const maxBody = 56 * 1024;

/** The text of the body; undefined if it is too large. The rest is not read, and the connection stays open. */
export async function readText(raw: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBody) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Converts a JSON object to a form: a list repeats its parameter, null omits it. Undefined if that is not possible. */
function formOf(text: string): string | undefined {
  const form = new URLSearchParams();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return undefined;
    }
    for (const [name, value] of Object.entries(body)) {
      const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
      if (!values.every(isScalar)) {
        return undefined;
      }
      for (const one of values) {
        form.append(name, String(one));
      }
    }
  } catch {
    return undefined;
  }
  return form.toString();
}

/** The length does not match the body, so the engine returns its OAuth error for an unreadable body. */
const unreadable = { body: Buffer.from(''), length: 1 };

/** Some SDKs send the token request as JSON; the engine only accepts forms (RFC 6749 §4.1.3). */
export async function convertToForm(raw: IncomingMessage): Promise<IncomingMessage> {
  if (raw.method !== 'POST' || !/^application\/json\s*(;|$)/i.test(raw.headers['content-type'] ?? '')) {
    return raw;
  }
  const text = await readText(raw);
  const form = text === undefined ? undefined : formOf(text);
  const { body, length } =
    form === undefined ? unreadable : { body: Buffer.from(form), length: Buffer.byteLength(form) };
  const copy = new IncomingMessage(raw.socket);
  copy.method = raw.method;
  copy.url = raw.url;
  const { 'transfer-encoding': _chunked, ...headers } = raw.headers;
  copy.headers = {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(length),
  };
  if (body.length > 0) {
    copy.push(body);
  }
  copy.push(null);
  // Otherwise the end of the copy counts as an aborted request and closes the connection.
  copy.complete = true;
  return copy;
}
