import {
  type AnyEndpoint,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  statusOf,
} from '@postern/contracts/endpoint';
import { type ErrorCode, errors } from '@postern/contracts/errors';
import { totalNumberHeader } from '@postern/contracts/wire';

type Request<E> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> };
/** Operations without a body may be answered by a function that returns nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is the result of a function
type AnswerOf<E> = (ResponseOf<E> extends undefined ? void : ResponseOf<E>) | Refusal | Failure;
type Respond<E> = (request: Request<E>) => AnswerOf<E> | Promise<AnswerOf<E>>;

type Refusal = { refusedWith: ErrorCode; data?: unknown };
const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refusedWith' in answer;

type Failure = { failsWith: number };
const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'failsWith' in answer;

/** The answer of a server that refuses, with the status of the code. The data also fill the `{{names}}` in its message. */
export const refuse = (refusedWith: ErrorCode, data?: unknown): Refusal => ({ refusedWith, data });

/** An answer without a body, as from a server that fails or a proxy. 0 means no answer: the server cannot be reached. */
export const failWith = (failsWith: number): Failure => ({ failsWith });

type Route = { contract: AnyEndpoint; pattern: RegExp; names: string[]; respond: Respond<AnyEndpoint> };

const patternOf = (path: string) =>
  new RegExp(`^(?:/m/[^/]+)?${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`);

function routeOf<E extends AnyEndpoint>(contract: E, respond: Respond<E> | ResponseOf<E> | Refusal | Failure): Route {
  const make = typeof respond === 'function' ? respond : () => respond;
  const names = [...contract.path.matchAll(/:(\w+)/g)].map(([, one = '']) => one);
  return { contract, pattern: patternOf(contract.path), names, respond: make as Respond<AnyEndpoint> };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Query parameters as the server reads them: several of one name are a list. */
function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => [name, search.getAll(name).length > 1 ? search.getAll(name) : (search.get(name) ?? '')]),
  );
}

/** One page of a list, by the query of its request. */
function pageOf(items: readonly unknown[], query: unknown): readonly unknown[] {
  const { page, page_size: size } = (query ?? {}) as { page?: string; page_size?: string };
  const [last, length] = [Number(page), Number(size)];
  return last && length ? items.slice((last - 1) * length, last * length) : items;
}

/**
 * A server that answers by contract. A request or an answer that the contract does not allow is a problem, and so is a
 * request that no test expects: both fail the test, so that a fake cannot differ from the product.
 */
export function createFakeApi() {
  const routes: Route[] = [];
  const problems: string[] = [];
  const requests: { contract: AnyEndpoint; request: Request<AnyEndpoint> }[] = [];
  const real = globalThis.fetch;

  async function answer(route: Route, url: URL, found: RegExpExecArray, init: RequestInit): Promise<Response> {
    const { contract } = route;
    const name = `${contract.method} ${contract.path}`;
    const given = {
      params: Object.fromEntries(route.names.map((one, index) => [one, decodeURIComponent(found[index + 1] ?? '')])),
      query: queryOf(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    const read = (part: 'params' | 'query' | 'body') => {
      const parsed = contract.upload || contract.rawBody ? undefined : contract[part]?.safeParse(given[part]);
      if (parsed && !parsed.success) {
        problems.push(
          `${name}: ${part} ${JSON.stringify(given[part])} are not of the contract: ${parsed.error.message}`,
        );
      }
      return parsed?.success ? parsed.data : given[part];
    };
    const request = { params: read('params'), query: read('query'), body: read('body') };
    requests.push({ contract, request });
    const made: unknown = await (async () => route.respond(request))().catch((error: unknown) => {
      problems.push(`${name}: ${error}`);
      throw error;
    });
    if (isRefusal(made)) {
      const [status, text] = errors[made.refusedWith];
      const values = Object(made.data) as Record<string, unknown>;
      const message = text.replace(/\{\{(\w+)\}\}/g, (whole, one: string) => String(values[one] ?? whole));
      return json(status, { code: made.refusedWith, message, data: made.data });
    }
    if (isFailure(made)) {
      return made.failsWith === 0
        ? Promise.reject(new TypeError('Failed to fetch'))
        : new Response('', { status: made.failsWith });
    }
    const isList = contract.paged && Array.isArray(made);
    const sent = isList ? pageOf(made, request.query) : made;
    const checked = contract.response?.safeParse(sent);
    if (checked && !checked.success) {
      problems.push(`${name}: the answer is not of the contract: ${checked.error.message}`);
    }
    return json(statusOf(contract), checked?.data ?? sent, isList ? { [totalNumberHeader]: String(made.length) } : {});
  }

  globalThis.fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init.method ?? 'GET';
    for (const route of routes) {
      const found = route.contract.method === method ? route.pattern.exec(url.pathname) : null;
      if (found) {
        return answer(route, url, found, init);
      }
    }
    if (!/^\/(?:m\/[^/]+\/)?(?:api|me|oidc)\b/.test(url.pathname)) {
      return real(input, init);
    }
    problems.push(`${method} ${url.pathname} has no answer`);
    return json(501, { code: 'test.no_answer', message: `${method} ${url.pathname} has no answer` });
  };

  return {
    /** Answers an operation from now on. A list is paged by the query. */
    on<E extends AnyEndpoint>(contract: E, respond: Respond<E> | ResponseOf<E> | Refusal | Failure): void {
      // The last one wins, so that a test can change what the page has at first.
      routes.unshift(routeOf(contract, respond));
    },
    /** Answers an operation that no test answers. */
    byDefault<E extends AnyEndpoint>(contract: E, respond: Respond<E> | ResponseOf<E> | Refusal | Failure): void {
      routes.push(routeOf(contract, respond));
    },
    /** The requests of an operation so far. */
    requestsOf<E extends AnyEndpoint>(contract: E): Request<E>[] {
      return requests.filter((one) => one.contract === contract).map(({ request }) => request as Request<E>);
    },
    problems,
    /** Forgets answers, requests and problems. Returns the problems. */
    reset(): string[] {
      routes.length = 0;
      requests.length = 0;
      return problems.splice(0);
    },
  };
}

export type FakeApi = ReturnType<typeof createFakeApi>;
