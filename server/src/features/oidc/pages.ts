import { type ErrorCode, errors as errorTable } from '@postern/contracts/errors';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { newNonce } from '#platform/ids';
import { messageOf, preferredLanguages } from '#platform/messages';
import { escapeHtml } from '#platform/pages';

type OidcErrorBody = ErrorOut & { scope?: string; code?: string; message?: string };

/** The code of an engine error in the words of the API. */
function codeOf({ error, error_description: description = '' }: OidcErrorBody): string {
  const isLost = /session/.test(description) && /not found/.test(description);
  return isLost || /authorization request has expired/.test(description) ? 'session.not_found' : `oidc.${error}`;
}

function describeError(out: OidcErrorBody, acceptLanguage: string | undefined) {
  const code = codeOf(out);
  const languages = preferredLanguages(undefined, acceptLanguage);
  const known = code in errorTable;
  const message = known
    ? messageOf(
        code as ErrorCode,
        { error_description: out.error_description ?? '', scope: out.scope ?? '' },
        languages,
      )
    : messageOf('oidc.provider_error_fallback', { code: out.error }, languages);
  return { code, message };
}

/** Adds `code` and `message` to the engine's error bodies, unless the caller asks for them raw. */
export async function addErrorCodes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const body = ctx.body as OidcErrorBody | undefined;
  if (ctx.status >= 400 && typeof body === 'object' && body?.error && ctx.query.parse_error !== 'false') {
    ctx.body = {
      ...describeError(body, ctx.get('accept-language')),
      ...body,
      ...(body.error === 'invalid_grant' ? { error_uri: 'https://openid.sh/debug/invalid_grant' } : {}),
    };
  }
}

/** A browser is sent to the tenant's own error page; only a code travels, so nobody can write text onto the page. */
export function renderErrorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const code = codeOf(out);
  const requestId = String(ctx.res.getHeader('logto-core-request-id') ?? '');
  ctx.status = 303;
  ctx.redirect(
    code === 'session.not_found'
      ? '/unknown-session'
      : `/error?${new URLSearchParams({ code, request_id: requestId })}`,
  );
}

export function page(ctx: KoaContextWithOIDC, title: string, body: (nonce: string) => string): void {
  const nonce = newNonce();
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
  );
  ctx.type = 'html';
  ctx.body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">body{font:16px system-ui;display:grid;place-items:center;min-height:90vh;color-scheme:light dark}</style>
</head><body><main>${body(nonce)}</main></body></html>`;
}

const texts = {
  en: { leaving: 'Signing you out …', go: 'Sign out', done: 'You are signed out. You can close this page.' },
  de: {
    leaving: 'Sie werden abgemeldet …',
    go: 'Abmelden',
    done: 'Sie sind abgemeldet. Sie können diese Seite schließen.',
  },
};
const textsFor = (ctx: KoaContextWithOIDC) => (ctx.acceptsLanguages('en', 'de') === 'de' ? texts.de : texts.en);

/** RP-initiated logout: the form submits itself; without JavaScript there is a button. */
export async function signOutPage(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { leaving, go } = textsFor(ctx);
  page(ctx, leaving, (nonce) => {
    const button = `<p>${leaving}</p><button type="submit" form="op.logoutForm" name="logout" value="yes">${go}</button>`;
    // requestSubmit with the button, because the engine reads the button's value.
    const script = `<script nonce="${nonce}">const b=document.querySelector('button');document.forms[0].requestSubmit(b)</script>`;
    return form + button + script;
  });
}

export async function signOutDonePage(ctx: KoaContextWithOIDC): Promise<void> {
  const { done } = textsFor(ctx);
  page(ctx, done, () => `<h1>${done}</h1>`);
}
