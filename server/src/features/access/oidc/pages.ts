import { type ErrorCode, errors as errorTable } from '@postern/contracts/errors';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { AppError } from '#platform/errors';
import { errorBody, toAppError } from '#platform/http';
import { messageOf, preferredLanguages } from '#platform/messages';
import { explainEngineError } from './explain-engine-error.ts';

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
function settleUnknownClient(ctx: KoaContextWithOIDC): void {
  const isUnknown = ctx.status === 401 && ctx.path === '/token' && ctx.oidc?.entities.Client === undefined;
  if (isUnknown && (ctx.body as OidcErrorBody | undefined)?.error === 'invalid_client') {
    ctx.status = 400;
    ctx.remove('www-authenticate');
  }
}

/** Adds `code` and `message` to the engine's error bodies, unless the caller requests them unchanged. */
export async function addErrorCodes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  settleUnknownClient(ctx);
  const body = ctx.body as OidcErrorBody | undefined;
  if (ctx.status >= 400 && typeof body === 'object' && body?.error) {
    const isRaw = ctx.query.parse_error === 'false';
    ctx.body = { ...(isRaw ? {} : describeError(body, ctx.get('accept-language'))), ...explainEngineError(body) };
  }
}

/**
 * Redirects a browser to the tenant's error page. Only a code is passed, so that callers cannot put text on the page.
 */
export function renderErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut, cause?: unknown): void {
  const code = toAppError(cause)?.code ?? codeOf(out);
  const requestId = String(ctx.res.getHeader('logto-core-request-id') ?? '');
  ctx.status = 303;
  ctx.redirect(
    code === 'session.not_found'
      ? '/unknown-session'
      : `/error?${new URLSearchParams({ code, request_id: requestId })}`,
  );
}

const unknownFailure = { error: 'server_error' } as const;

/** Maps a failure of the engine to an API error, such as a full disk; 500 if it is unknown. */
export function answerFailure(ctx: KoaContextWithOIDC, cause: unknown): void {
  const known = toAppError(cause) ?? new AppError('request.server_error');
  if (known.options.retryAfter !== undefined) {
    ctx.set('retry-after', String(known.options.retryAfter));
  }
  ctx.status = known.status;
  ctx.body = { ...unknownFailure, ...errorBody(known, preferredLanguages(undefined, ctx.get('accept-language'))) };
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
