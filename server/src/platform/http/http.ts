import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errors } from '@postern/contracts/errors';
import type { FieldIssue } from '@postern/contracts/field-issues';
import { requestIdHeader } from '@postern/contracts/wire';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import type { Config } from '#platform/config/config';
import { isDatabaseLost, isUncertain } from '#platform/db/pool';
import { messageOf, preferredLanguages, sentenceOf } from '#platform/i18n/messages';
import { type Log, lazyChild } from '#platform/observe/log';
import type { Metrics } from '#platform/observe/metrics';
import { traceRequests } from '#platform/observe/trace-requests';
import { newRequestId } from '#platform/secrets/ids';
import { prefixOf } from '#platform/tenancy/addresses';
import { drainOptions } from './drain.ts';
import { AppError, fromDatabaseError, invalidInput } from './errors.ts';
import { createRefusalLog, routeOf } from './log-refusals.ts';
import { parseJson } from './parse-json.ts';
import { removePrefix, usePrefix } from './prefix.ts';
import { answerHead, readHeadAsGet } from './read-head-as-get.ts';
import { hasSeveralHosts, readTarget } from './read-target.ts';
import { withoutSchemas } from './skip-schemas.ts';

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.header_too_large',
};

/**
 * Responds to data that is not valid HTTP. There is no request object, so the response is written by hand, in English.
 */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'request.malformed_http';
  const [status, message] = errors[code];
  const body = JSON.stringify({ code, message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** A label of metrics. `default` is the tenant of the open-source edition, `none` a host without a tenant. */
type TenantClass = 'free' | 'paid' | 'default' | 'admin' | 'none';

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number;
    tenantClass: TenantClass;
    /** The subject of a verified token, even if it may not do what it asks for. Empty without a token. */
    callerId: string;
    /** The code of the error that was sent. */
    refusedFor: ErrorCode | undefined;
    /** The route for metrics and logs, where one pattern stands for several endpoints. */
    operation: string | undefined;
  }
}

const bodyLimit = 2 * 1024 * 1024;
const fastifyErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed_json',
  FST_ERR_BAD_URL: 'request.malformed_url',
  FST_ERR_MAX_PARAM_LENGTH: 'request.not_found',
};

export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) {
    return error;
  }
  if (isDatabaseLost(error)) {
    // Clients repeat a request that says when. If the first one may have been committed, people have to decide.
    return new AppError('server.cannot_write', isUncertain(error) ? {} : { retryAfter: 2 });
  }
  const code = error instanceof Error && 'code' in error ? fastifyErrors[String(error.code)] : undefined;
  return code ? new AppError(code) : fromDatabaseError(error);
}

export function languagesOf(request: FastifyRequest): string[] {
  const query = request.query as Record<string, unknown> | undefined;
  const locale = query?.locale;
  return preferredLanguages(typeof locale === 'string' ? locale : undefined, request.headers['accept-language']);
}

/** Localizes `details` in the message if it is the sentence of the only issue. */
function valuesOf({ options: { values, details, issues = [] } }: AppError, languages: string[]) {
  const [only] = issues;
  return only && values && values.details === details
    ? { ...values, details: sentenceOf(only.sentence, only.values, languages) }
    : values;
}

/** A message may list the allowed values, which can be long. */
const maxMessage = 500;

function dataOf({ options: { data, issues } }: AppError, languages: string[]): unknown {
  return issues
    ? {
        ...(typeof data === 'object' ? data : {}),
        issues: issues.map(({ path, code, sentence, values }): FieldIssue => {
          return { path, code, message: sentenceOf(sentence, values, languages).slice(0, maxMessage) };
        }),
      }
    : data;
}

/** The error body of the API, in the caller's language. */
export function errorBody(error: AppError, languages: string[]) {
  const { details } = error.options;
  const data = dataOf(error, languages);
  return {
    code: error.code,
    message: messageOf(error.code, valuesOf(error, languages), languages),
    ...(data === undefined ? {} : { data }),
    ...(details === undefined ? {} : { details }),
  };
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  // The client disconnected while sending the body: this is not a server error.
  const isGone = request.raw.destroyed && !request.raw.complete;
  const known = toAppError(error) ?? (isGone ? new AppError('request.general') : undefined);
  if (!known) {
    request.log.error({ err: error }, 'request failed');
  } else if (isDatabaseLost(error)) {
    request.log.warn({ err: error }, 'database unavailable');
  }
  const answer = known ?? new AppError('request.server_error');
  request.refusedFor = answer.code;
  const { retryAfter } = answer.options;
  if (retryAfter !== undefined) {
    reply.header('retry-after', retryAfter);
  }
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(errorBody(answer, languagesOf(request)));
}

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'access-control-expose-headers': '*',
};

type Options = {
  config: Config;
  log: Log;
  metrics: Metrics;
  isStopping: () => boolean;
  /** The class of the tenant unless a hook sets another one. */
  tenantClass: TenantClass;
  /** The address of this server for browsers. */
  endpoint: string;
  rewriteUrl?: (request: IncomingMessage) => string;
  /** Creates the server that listens, if another one shares its port. */
  serverFactory?: FastifyServerFactory;
  /** Sends an error page if a browser shows the response; returns false to send the usual error body. */
  explain?: (error: AppError, request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
};

/** A Fastify server with the common behavior of all responses: request id, headers, error body, limits, metrics. */
export function createServer(options: Options): FastifyInstance {
  const { config, log, metrics, isStopping, tenantClass, endpoint, rewriteUrl, serverFactory, explain } = options;
  const hops = config.trustProxy;
  const prefix = prefixOf(endpoint);
  // With a prefix, other products share the host and its ports, so their operator decides on HSTS.
  const usesHsts = config.endpoint.startsWith('https:') && prefix === '';
  const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header(requestIdHeader, request.id);
    reply.headers(commonHeaders);
    if (usesHsts) {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    if (isStopping()) {
      reply.header('connection', 'close');
    }
  };
  const logRefusal = createRefusalLog();
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    childLoggerFactory: (_logger, bindings) => lazyChild(log, bindings) as FastifyBaseLogger,
    bodyLimit,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 300 },
    // `readHeadAsGet` needs no route of its own. A second one for each GET would be half of the routes.
    exposeHeadRoutes: false,
    ...withoutSchemas,
    ...drainOptions,
    rewriteUrl: (request: IncomingMessage) => {
      readTarget(request);
      readHeadAsGet(request);
      if (prefix !== '') {
        request.url = removePrefix(prefix, request);
      }
      return rewriteUrl?.(request) ?? request.url ?? '/';
    },
    ...(serverFactory ? { serverFactory } : {}),
    // Hooks do not run for requests that the router rejects.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      sendError(request, reply, error);
    },
    clientErrorHandler: refuseMalformed,
  });
  server.decorateRequest('startedAt', 0);
  server.decorateRequest('tenantClass', tenantClass);
  server.decorateRequest('callerId', '');
  server.decorateRequest('refusedFor', undefined);
  server.decorateRequest('operation', undefined);
  usePrefix(server, prefix);

  traceRequests(server);

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });

  // Hooks of every request call back: a promise for each would be a tenth of a small request.
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now();
    setCommonHeaders(request, reply);
    if (hasSeveralHosts(request.raw)) {
      done(new AppError('request.malformed_http'));
      return;
    }
    const hasNul = request.url.includes('%00');
    done(hasNul ? invalidInput('query', [{ path: [], message: 'NUL characters are not allowed.' }]) : undefined);
  });

  // On send, not on request: this also covers requests that were running when the shutdown began.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isStopping()) {
      reply.header('connection', 'close');
    }
    done(null, answerHead(request.raw, reply, payload));
  });

  server.addHook('onResponse', (request, reply, done) => {
    const seconds = (performance.now() - request.startedAt) / 1000;
    const route = routeOf(request);
    const operation = { method: request.method, route, tenant_class: request.tenantClass };
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.observe('postern_http_request_seconds', operation, seconds);
    metrics.count('postern_http_responses_total', { ...operation, status });
    if (reply.statusCode === 503) {
      metrics.count('postern_http_refused_total');
    }
    logRefusal(request, reply.raw, reply.statusCode);
    if (log.isLevelEnabled('debug')) {
      request.log.debug(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(seconds * 1000) },
        'request',
      );
    }
    done();
  });

  server.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isExplained = error instanceof AppError && (await explain?.(error, request, reply));
    return isExplained ? reply : sendError(request, reply, error);
  });
  server.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('request.not_found')));
  return server;
}
