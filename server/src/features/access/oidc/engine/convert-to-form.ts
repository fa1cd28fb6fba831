import { IncomingMessage } from 'node:http';

/** The engine's limit for forms. */
const maxBody = 56 * 1024;

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const jsonType = /^application\/json\s*(;|$)/i;

/** The text of the body; undefined if it is too large. The rest is not read, and the connection stays open. */
async function readText(raw: IncomingMessage): Promise<string | undefined> {
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

/** The fields of a body, which is a form or a JSON object of single values; undefined if it cannot be read. */
export async function readFields(raw: IncomingMessage): Promise<URLSearchParams | undefined> {
  const isJson = jsonType.test(raw.headers['content-type'] ?? '');
  const text = isJson || formType.test(raw.headers['content-type'] ?? '') ? await readText(raw) : undefined;
  const form = isJson && text !== undefined ? formOf(text) : text;
  return form === undefined ? undefined : new URLSearchParams(form);
}

/** NUL characters never mean anything, and PostgreSQL stores none. A form has them as they are, or encoded. */
const nul = /\0|%00/;

/** The engine reads the body by this iterator. A NUL character makes it answer with its error for an unreadable body. */
function refuseNul(raw: IncomingMessage): IncomingMessage {
  const iterator = raw.iterator.bind(raw);
  raw.iterator = async function* checked(options): AsyncGenerator<Buffer, undefined> {
    let last = '';
    for await (const chunk of iterator(options)) {
      // The code of a character may be split between two parts.
      const text = last + (chunk as Buffer).toString('latin1');
      if (nul.test(text)) {
        throw new Error('The body contains a NUL character.');
      }
      last = text.slice(-2);
      yield chunk;
    }
    return undefined;
  };
  return raw;
}

/** The length does not match the body, so the engine returns its OAuth error for an unreadable body. */
const unreadable = { body: Buffer.from(''), length: 1 };

/** Applications register with JSON (RFC 7591 §3.1). */
const takesJson = /^\/oidc\/reg(?:$|[/?])/;

/** Some SDKs send the token request as JSON; the engine only accepts forms (RFC 6749 §4.1.3). */
export async function convertToForm(raw: IncomingMessage): Promise<IncomingMessage> {
  const isForm = raw.method !== 'POST' || !jsonType.test(raw.headers['content-type'] ?? '');
  if (isForm || takesJson.test(raw.url ?? '')) {
    return refuseNul(raw);
  }
  const text = await readText(raw);
  const form = text === undefined ? undefined : formOf(text);
  const { body, length } =
    form === undefined || nul.test(form) ? unreadable : { body: Buffer.from(form), length: Buffer.byteLength(form) };
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
