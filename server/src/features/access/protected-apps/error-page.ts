import type { IncomingMessage, ServerResponse } from 'node:http';
import { directionOf } from '@postern/contracts/choose-language';
import { embedStyle, escapeHtml } from '#platform/http/pages';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import { preferredLanguages } from '#platform/i18n/messages';
import { newNonce } from '#platform/secrets/ids';
import proxy from './phrases.en.json' with { type: 'json' };

type Words = { title: string; text: string; action?: string };
type Problem = { status: number; code: string; words: keyof typeof proxy };

/** What the proxy answers itself. */
export const problems = {
  unknownHost: { status: 404, code: 'unknown_host', words: 'unknownHost' },
  suspended: { status: 503, code: 'suspended', words: 'suspended' },
  badRequest: { status: 400, code: 'bad_request', words: 'badRequest' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', words: 'methodNotAllowed' },
  signInRequired: { status: 401, code: 'sign_in_required', words: 'signInRequired' },
  noAccess: { status: 403, code: 'no_access', words: 'noAccess' },
  signInFailed: { status: 400, code: 'sign_in_failed', words: 'signInFailed' },
  originDown: { status: 502, code: 'origin_down', words: 'originDown' },
  originSlow: { status: 504, code: 'origin_slow', words: 'originSlow' },
} as const satisfies Record<string, Problem>;

/** The colors of the product. The page loads nothing, because its host belongs to the application. */
const styles = `:root{color-scheme:light dark;--canvas:#fcfcfe;--surface:#fff;--text:#17141f;--text-2:#585467;
--border:#d3d0dc;--brand:#6139f6;--brand-hover:#541ee2;--brand-text:#6139f6;--soft:#eeefff}
@media (prefers-color-scheme:dark){:root{--canvas:#131218;--surface:#191820;--text:#edebf4;--text-2:#b0acbf;
--border:#3d3a4a;--brand-text:#a795ff;--soft:#241f3d}}
body{margin:0;font:15px/22px system-ui,sans-serif;background:var(--canvas);color:var(--text)}
main{box-sizing:border-box;display:grid;align-content:center;justify-items:center;min-height:100dvh;
padding:32px 24px 88px;text-align:center}
svg{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round;margin-block-end:24px}
h1{margin:0;font-size:20px;line-height:28px;font-weight:600;text-wrap:balance;overflow-wrap:anywhere}
p{margin:6px 0 0;max-width:400px;color:var(--text-2);text-wrap:balance;overflow-wrap:anywhere}
a{display:inline-grid;place-items:center;min-width:160px;min-height:44px;margin-block-start:24px;padding:0 20px;
box-sizing:border-box;border-radius:8px;background:var(--brand);color:#fff;font-weight:500;text-decoration:none}
a:hover{background:var(--brand-hover)}a:focus-visible{outline:2px solid var(--brand-text);outline-offset:2px}`;

const drawing = `<svg width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">
<path d="M12 108h144M28 108V80h14m98 28V80h-14M22 64h20m84 0h20M34 48h8m92 0h-8" stroke="var(--border)"/>
<g stroke="var(--brand-text)"><path d="M54 108V42a30 30 0 0 1 60 0v66" fill="var(--soft)"/>
<path d="M64 108V43a20 20 0 0 1 40 0v65" fill="var(--surface)"/>
<path d="M65 40h38M64 57h40M64 74h40M64 91h40M74 40v17m20-17v17M84 57v17M74 74v17m20-17v17M84 91v17"/></g></svg>`;

type ErrorText = {
  name?: string;
  /** Where the button leads; the same page by default. */
  action?: string;
};

const wantsPage = ({ headers }: IncomingMessage) => /\btext\/html\b/.test(headers.accept ?? '');

/** A page for browsers, in their language; a short JSON body for programs. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  { name = '', action = '' }: ErrorText = {},
): void {
  const language = serverLanguage(preferredLanguages(undefined, request.headers['accept-language']));
  const words: Words = textsIn(language, 'access.protected-apps', proxy)[problem.words];
  const say = (text: string) => text.replace('{{name}}', () => name);
  // The rest of the body is not read, so the connection cannot carry another request.
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', connection: 'close' };
  if (!wantsPage(request)) {
    const body = JSON.stringify({ code: problem.code, message: `${say(words.title)}. ${say(words.text)}` });
    response.writeHead(problem.status, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end(body);
    return;
  }
  const nonce = newNonce();
  const button = words.action ? `<a href="${escapeHtml(action)}">${escapeHtml(words.action)}</a>` : '';
  response
    .writeHead(problem.status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .end(`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(say(words.title))}</title>${embedStyle(nonce, styles)}</head><body><main>${drawing}
<h1>${escapeHtml(say(words.title))}</h1><p>${escapeHtml(say(words.text))}</p>${button}</main></body></html>`);
}
