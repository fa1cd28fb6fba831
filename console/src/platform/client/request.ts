import {
  type AnyEndpoint,
  type BodyInputOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ResponseOf,
} from '@postern/contracts/endpoint';
import type { ErrorBody } from '@postern/contracts/errors';
import { repeatRefused } from '@postern/contracts/repeat-refused';
import { agreedCostsHeader, requestIdHeader, totalNumberHeader } from '@postern/contracts/wire';
import i18next from 'i18next';
import { findAnswer, saveAnswer } from './known-answers.ts';
import { RequestError } from './request-error.ts';

type Part<Name extends string, Value> = [Value] extends [undefined] ? { [K in Name]?: undefined } : Record<Name, Value>;

/** The input of a contract: `params` and `body` if it has them; `query` is always optional. */
export type InputOf<E extends AnyEndpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyInputOf<E>> & { query?: QueryOf<E> };

export type Answer<Data> = { data: Data; total: number | undefined };

type Query = Record<string, string | readonly string[] | undefined>;

const timeout = 20_000;

/** One HTTP request of a contract, to a given URL with a given token. Pages use `useRead` and `useWrite`. */
export async function request<E extends AnyEndpoint>(
  contract: E,
  input: InputOf<E>,
  to: { base: string; token?: string; signal?: AbortSignal; agreed?: number },
): Promise<Answer<ResponseOf<E>>> {
  const query: Query = input.query ?? {};
  const language = i18next.language ?? 'en';
  const url = `${to.base}${pathOf(contract, input.params)}${queryString(query)}`;
  const key = contract.method === 'GET' ? `${language} ${url}` : undefined;
  const known = key === undefined ? undefined : findAnswer<ResponseOf<E>>(key);
  const response = await send(url, {
    method: contract.method,
    headers: {
      accept: 'application/json',
      'accept-language': language,
      ...(known ? { 'if-none-match': known.etag } : {}),
      ...(to.agreed === undefined ? {} : { [agreedCostsHeader]: String(to.agreed) }),
      ...(to.token ? { authorization: `Bearer ${to.token}` } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(to.signal ? [to.signal] : [])]),
  });
  if (known && response.status === 304) {
    // The page of a list may be unchanged although the list has grown.
    return { data: known.data, total: readTotal(response, query) };
  }
  const answer = await answerOf<ResponseOf<E>>(response, query);
  if (key !== undefined) {
    saveAnswer(key, response.headers.get('etag'), answer.data);
  }
  return answer;
}

/** Parses a response; throws if it is an error. */
export async function answerOf<Data>(response: Response, query: Query = {}): Promise<Answer<Data>> {
  if (!response.ok) {
    const body = await readErrorBody(response);
    throw new RequestError(body?.message ?? `HTTP ${response.status}`, {
      status: response.status,
      body,
      requestId: response.headers.get(requestIdHeader) ?? undefined,
    });
  }
  return { data: await readBody(response), total: readTotal(response, query) };
}

export async function send(url: string, init: RequestInit): Promise<Response> {
  return repeatRefused(() => fetch(url, init), init.signal).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    const failure = error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network';
    throw new RequestError(failure, { status: 0, failure, cause: error });
  });
}

async function readBody<Data>(response: Response): Promise<Data> {
  const text = await response.text();
  // The server validates its responses against the contract, so the browser trusts their shape.
  return (text === '' ? undefined : JSON.parse(text)) as Data;
}

async function readErrorBody(response: Response): Promise<ErrorBody | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('message' in body) || typeof body.message !== 'string') {
    return undefined;
  }
  return {
    code: 'code' in body && typeof body.code === 'string' ? body.code : '',
    message: body.message,
    data: 'data' in body ? body.data : undefined,
    details: 'details' in body && typeof body.details === 'string' ? body.details : undefined,
  };
}

function readTotal(response: Response, query: Query): number | undefined {
  const header = response.headers.get(totalNumberHeader);
  if (header === null && query.page !== undefined && query.page_size !== undefined) {
    throw new RequestError('missing_total_number', { status: response.status, failure: 'missing_total_number' });
  }
  return header === null ? undefined : Number(header);
}

export function queryString(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) {
        parameters.append(name, one);
      }
    }
  }
  const text = parameters.toString();
  return text && `?${text}`;
}
