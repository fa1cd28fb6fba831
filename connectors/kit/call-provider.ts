import { ConnectorError } from './fail.ts';
import type { Answer, Fetch } from './interface.ts';

const maxBytes = 1024 * 1024;

/** The text of a response; throws if it is longer than any connector needs. */
async function readText({ body }: Answer, charset: string): Promise<string> {
  if (!body) {
    return '';
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Streams of Node are async iterable; the web type does not always declare it.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new ConnectorError('invalid_response', 'The answer of the provider is too large.');
    }
    chunks.push(chunk);
  }
  return new TextDecoder(charset, { ignoreBOM: true }).decode(Buffer.concat(chunks));
}

export type ProviderAnswer = { status: number; ok: boolean; text: string; header(name: string): string };

type Call = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Of the response, UTF-8 by default. */
  charset?: 'utf-8' | 'gbk';
};

/** Calls a provider. Connection errors are reported without network internals. */
export async function callProvider(
  fetch: Fetch,
  url: string,
  { charset = 'utf-8', ...call }: Call = {},
): Promise<ProviderAnswer> {
  const answer = await fetch(url, call);
  return {
    status: answer.status,
    ok: answer.ok,
    text: await readText(answer, charset),
    header: (name) => answer.headers?.get(name) ?? '',
  };
}

/** Undefined if it is not a JSON object. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Not JSON: the caller decides what that means.
    return undefined;
  }
}

/** The JSON object of a response. The caller reads the error codes of its provider. */
export async function callForJson(fetch: Fetch, url: string, call?: Call): Promise<Record<string, unknown>> {
  const { status, text } = await callProvider(fetch, url, call);
  if (status >= 500) {
    throw new ConnectorError('general', `The provider does not respond (status ${status}).`);
  }
  const value = readJson(text);
  if (!value) {
    throw new ConnectorError('invalid_response', 'The provider gave an answer that is not JSON.');
  }
  return value;
}

export const jsonType = { 'content-type': 'application/json' };
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };
export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Throws unless the provider accepted the message. */
export function requireAccepted(provider: string, { status, ok }: ProviderAnswer): void {
  if (status === 429) {
    throw new ConnectorError('rate_limit_exceeded', `${provider} says that too many messages were sent.`);
  }
  if (status === 401 || status === 403) {
    throw new ConnectorError('general', `${provider} does not accept the credentials (status ${status}).`);
  }
  if (!ok) {
    throw new ConnectorError('general', `${provider} did not take the message (status ${status}).`);
  }
}
