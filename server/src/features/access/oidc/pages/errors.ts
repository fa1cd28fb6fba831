import { type ErrorCode, errors as errorTable } from '@postern/contracts/errors';
import { decodeJwt } from 'jose';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { AppError } from '#platform/http/errors';
import { errorBody, toAppError } from '#platform/http/http';
import { noteReason } from '#platform/http/log-refusals';
import { messageOf, preferredLanguages } from '#platform/i18n/messages';
import { prefixIn } from '../engine/dispatch.ts';

/** Plain descriptions for engine errors that require knowledge of its internals or say too little. */
const plain: Record<string, string> = {
  'oops! something went wrong': 'The server could not handle the request. Its log has the details.',
  'request is invalid': 'The request is not valid.',
  'grant request is invalid':
    'The code or token is unknown, expired, already used, or belongs to another application or redirect URI.',
  'invalid token provided': 'The access token is unknown, expired or not meant for this endpoint.',
  'client is invalid': 'The application is unknown.',
  'unrecognized id_token_hint audience': 'The ID token was issued to an application that is unknown.',
  'resource indicator is missing, or unknown': 'The resource is missing or unknown.',
  'resource indicator must be an absolute URI': 'The resource must be an absolute URI.',
  'resource indicator must not contain a fragment component': 'The resource must not contain a fragment (#).',
  'only a single resource indicator value must be requested/resolved during Access Token Request':
    'A token is for one resource. Send one `resource`.',
  'only a single resource indicator value is supported for this grant type':
    'A token is for one resource. Send one `resource`.',
  'only a single audience value is supported': 'A token is for one resource. Send one `resource`.',
  'Authorization Server policy requires PKCE to be used for this request':
    'This application must use PKCE. Send `code_challenge` and `code_challenge_method=S256`.',
  'not supported value of code_challenge_method': '`code_challenge_method` must be S256.',
  'Pushed Authorization Request must be used':
    'This application must send its authorization requests to the pushed authorization request endpoint first.',
  "authorization request is still pending as the end-user hasn't yet completed the user interaction steps":
    'The user has not completed the sign-in yet. Try again later.',
  'you are polling too quickly and should back off at a reasonable rate': 'Wait longer between two requests.',
  'unsupported grant_type requested': 'This `grant_type` is not supported.',
  'unsupported response_type requested': 'This `response_type` is not supported.',
  'unsupported response_mode requested': 'This `response_mode` is not supported.',
  'unsupported prompt value requested': 'This `prompt` is not supported.',
  'requested grant type is not allowed for this client': 'This application is not allowed to use this `grant_type`.',
  'requested response_type is not allowed for this client':
    'This application is not allowed to use this `response_type`.',
  'requested response_mode is not allowed for this client or request':
    'This `response_mode` cannot be used with this `response_type`.',
  'End-User authentication is required': 'The user must sign in.',
  'End-User authentication could not be obtained': 'The user must sign in again.',
  'login prompt was not resolved': 'The user must sign in.',
  'consent prompt was not resolved': 'The user must consent first.',
  'native clients require End-User interaction': 'The user must consent first.',
  'requested scopes not granted': 'The user has not consented to all scopes.',
  'requested claims not granted': 'The user has not consented to all claims.',
  'id_token_hint and authenticated subject do not match':
    'The ID token belongs to another user than the signed-in one.',
  'access token missing openid scope': 'The access token lacks the scope openid.',
  'access token must only be provided using one mechanism': 'Send the access token once.',
  'access tokens must not be provided via query parameter': 'Send the access token in the Authorization header.',
  'invalid authorization header value format': 'The Authorization header must be `Bearer` and a token.',
  'authorization session and cookie identifier mismatch': 'The sign-in was started in another browser or has expired.',
  'interaction session and authentication session mismatch': 'The user signed in or out in the meantime. Start again.',
};

/** Replaces the error description in a response of the engine. */
export function explainEngineError<T extends object>(answer: T): T {
  const { error_description: given } = answer as { error_description?: unknown };
  const words = typeof given === 'string' ? plain[given] : undefined;
  return words === undefined ? answer : { ...answer, error_description: words };
}

type OidcErrorBody = ErrorOut & { scope?: string; code?: string; message?: string };

/** The API error code of an engine error. */
function codeOf({ error, error_description: description = '' }: OidcErrorBody): string {
  const isLost = /session/.test(description) && /not found/.test(description);
  return isLost || /authorization request has expired/.test(description) ? 'session.not_found' : `oidc.${error}`;
}

function describeError(out: OidcErrorBody, acceptLanguage: string | undefined) {
  const code = codeOf(out);
  const { error_description } = explainEngineError(out);
  const languages = preferredLanguages(undefined, acceptLanguage);
  const known = code in errorTable;
  const message = known
    ? messageOf(code as ErrorCode, { error_description: error_description ?? '', scope: out.scope ?? '' }, languages)
    : messageOf('oidc.provider_error_fallback', { code: out.error }, languages);
  return { code, message };
}

/** The engine responds with 401 to all client errors; an unknown client is a bad request at the token endpoint. */
function correctUnknownClient(ctx: KoaContextWithOIDC): void {
  const isUnknown = ctx.status === 401 && ctx.path === '/token' && ctx.oidc?.entities.Client === undefined;
  if (isUnknown && (ctx.body as OidcErrorBody | undefined)?.error === 'invalid_client') {
    ctx.status = 400;
    ctx.remove('www-authenticate');
  }
}

/** Adds `code` and `message` to the engine's error bodies, unless the caller requests them unchanged. */
export async function addErrorCodes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status === 404 && !ctx.body) {
    ctx.body = { error: 'invalid_request', error_description: 'There is nothing for this method at this address.' };
    ctx.status = 404;
  }
  correctUnknownClient(ctx);
  const body = ctx.body as OidcErrorBody | undefined;
  if (ctx.status >= 400 && typeof body === 'object' && body?.error) {
    noteReason(ctx.res, body.code ?? codeOf(body));
    const isRaw = ctx.query.parse_error === 'false';
    ctx.body = { ...(isRaw ? {} : describeError(body, ctx.get('accept-language'))), ...explainEngineError(body) };
  }
}

/** Whether this browser was signed out in another tab, so that nothing is left to confirm. */
const isSignedOut = ({ oidc }: KoaContextWithOIDC) =>
  oidc?.route === 'end_session_confirm' && oidc.session !== undefined && oidc.session.accountId === undefined;

/**
 * The engine converts the values of a request object to texts before it checks the signature. Some have no text, such as
 * `{"toString": 1}`.
 */
function isUnreadable({ oidc }: KoaContextWithOIDC, cause: unknown): boolean {
  const request = oidc?.params?.request;
  if (!(cause instanceof TypeError) || typeof request !== 'string') {
    return false;
  }
  try {
    return Object.values(decodeJwt(request)).map(String).length === 0;
  } catch {
    return true;
  }
}

/** What the caller can do about a failure of the engine; undefined if it is a defect. */
export const knownFailure = (ctx: KoaContextWithOIDC, cause: unknown): AppError | undefined =>
  toAppError(cause) ?? (isUnreadable(ctx, cause) ? new AppError('oidc.invalid_request', { status: 400 }) : undefined);

/**
 * Redirects a browser to the tenant's error page. Only a code is passed, so that callers cannot put text on the page.
 */
export function renderErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, cause?: unknown): void {
  const code = knownFailure(ctx, cause)?.code ?? codeOf(out);
  const requestId = String(ctx.res.getHeader('logto-core-request-id') ?? '');
  ctx.status = 303;
  if (isSignedOut(ctx)) {
    ctx.redirect(ctx.oidc.urlFor('end_session_success'));
    return;
  }
  ctx.redirect(
    code === 'session.not_found'
      ? `${prefixIn(ctx)}/unknown-session`
      : `${prefixIn(ctx)}/error?${new URLSearchParams({ code, request_id: requestId })}`,
  );
}

const unknownFailure = { error: 'server_error' } as const;

/** Maps a failure of the engine to an API error, such as a full disk; 500 if it is unknown. */
export function answerFailure(ctx: KoaContextWithOIDC, cause: unknown): void {
  const known = knownFailure(ctx, cause) ?? new AppError('request.server_error');
  if (known.options.retryAfter !== undefined) {
    ctx.set('retry-after', String(known.options.retryAfter));
  }
  ctx.status = known.status;
  const [, ours] = /^oidc\.(.+)$/.exec(known.code) ?? [];
  ctx.body = {
    ...unknownFailure,
    ...(ours ? { error: ours } : {}),
    ...errorBody(known, preferredLanguages(undefined, ctx.get('accept-language'))),
  };
}

/**
 * For failures outside the engine's own handling, such as saving a session: a page for browsers, a body for programs.
 */
export async function answerFailures(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (ctx.accepts('json', 'html') === 'html') {
      renderErrorPage(ctx, unknownFailure, error);
    } else {
      answerFailure(ctx, error);
    }
    if (!toAppError(error)) {
      ctx.app.emit('error', error, ctx);
    }
  }
}
