import { createHash } from 'node:crypto';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { adminTenantId } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCustomUiFile, maxPageBytes } from '#features/experience/sign-in-experience';
import type { App } from '#platform/app';

const maxInlineScripts = 50;

/**
 * Hashes of the inline scripts in the uploaded page, so that injected ones cannot run. Scans the text once, because a
 * malicious page may try to block the server.
 */
function inlineScripts(html: string): string[] {
  const lower = html.toLowerCase();
  const hashes: string[] = [];
  let from = 0;
  while (hashes.length < maxInlineScripts) {
    const tag = lower.indexOf('<script', from);
    const start = tag < 0 ? -1 : lower.indexOf('>', tag) + 1;
    const end = start > 0 ? lower.indexOf('</script', start) : -1;
    if (end < 0) {
      break;
    }
    if (!/\ssrc\s*=/.test(lower.slice(tag, start))) {
      hashes.push(`'sha256-${createHash('sha256').update(html.slice(start, end)).digest('base64')}'`);
    }
    from = end;
  }
  return hashes;
}

/**
 * Allows own files, the API of the own origin, and the sources that the tenant adds. No workers: a worker would outlive the pages and intercept every
 * sign-in.
 */
const policyFor = (html: string, { scriptSrc = [], connectSrc = [] }: SignInExperience['customUiCsp']) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts(html), ...scriptSrc].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connectSrc].join(' '),
    "worker-src 'none'",
    "object-src 'none'",
    "form-action 'self'",
    // Without a base element of their own, an injected one must not change where their files come from.
    `base-uri ${/<base\s/i.test(html) ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

function decodePath(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '').replace(/^\/+/, '');
  } catch {
    // No file has such a path.
    return '';
  }
}

/**
 * Sends a file of the tenant's custom pages, or their index.html. Returns false if there are none or the plan does not
 * include them, so that a wrong setting never leaves users without a sign-in page.
 */
export async function sendCustomUi(
  app: App,
  tenantId: string,
  { customUiAssets, customUiCsp }: Pick<SignInExperience, 'customUiAssets' | 'customUiCsp'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (!customUiAssets || tenantId === adminTenantId) {
    return false;
  }
  if ((await app.quota?.has(tenantId, 'bringYourUiEnabled')) === false) {
    return false;
  }
  const find = (path: string) => findCustomUiFile(app, tenantId, customUiAssets.id, path);
  const path = decodePath(request.url);
  const named = path ? await find(path) : undefined;
  const file = named ?? (await find('index.html'));
  if (!file) {
    return false;
  }
  const body = Buffer.from(file.body);
  const isPage = file.contentType.startsWith('text/html');
  // The files of an upload never change, so its id and the path identify the content.
  const etag = `"${createHash('sha1')
    .update(`${customUiAssets.id}/${named ? path : ''}`)
    .digest('base64url')}"`;
  reply.headers({
    'content-type': file.contentType,
    'content-security-policy': isPage
      ? policyFor(body.subarray(0, maxPageBytes).toString('utf8'), customUiCsp)
      : "default-src 'none'; sandbox",
    // File names may stay the same while contents change with the next upload.
    'cache-control': isPage ? 'no-store' : 'private, no-cache',
    etag,
  });
  await (request.headers['if-none-match'] === etag && !isPage ? reply.code(304).send() : reply.send(body));
  return true;
}
