import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SsoSetupPurpose, SsoSetupStatus } from '@postern/contracts/people/sso-setup-links';
import { setupLinkHeader } from '@postern/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { findSetupLink, type SetupLink } from './store.ts';

/** 256 bits, so a plain hash cannot be reversed, and guessing is hopeless. */
export const newLinkSecret = () => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export function isSecretOf(secret: string, hash: string | null): boolean {
  const [given, right] = [Buffer.from(hashSecret(secret)), Buffer.from(hash ?? '')];
  return given.length === right.length && timingSafeEqual(given, right);
}

export function statusOfLink(link: SetupLink, now = Date.now()): SsoSetupStatus {
  // The connector that the link was made for is gone: the link must not create another one.
  if (link.revokedAt !== null || (link.isForConnector && link.connectorId === null)) {
    return 'revoked';
  }
  if (link.enabledAt !== null) {
    return 'enabled';
  }
  if (link.finishedAt !== null) {
    return 'waiting';
  }
  if (link.expiresAt <= now) {
    return 'expired';
  }
  return link.openedAt === null ? 'created' : 'opened';
}

const cookieName = 'postern_setup';
const cookiePath = '/api/sso-setup';

/** Of one browser. The oldest is forgotten. */
const maxLinks = 8;

type OpenedLink = { id: string; secret: string };

/**
 * SameSite=Strict: only the calls of the portal itself need the cookie, never a visit from another site. It keeps the other
 * links that were opened in this browser: each tab goes on with its own (attack 57).
 */
export function setLinkCookie(
  { app, tenantId, request, reply }: { app: App; tenantId: string; request: FastifyRequest; reply: FastifyReply },
  { id, expiresAt }: SetupLink,
  secret: string,
): void {
  const others = readLinkCookie(request).filter((one) => one.id !== id);
  const value = [{ id, secret }, ...others]
    .slice(0, maxLinks)
    .map((one) => `${one.id}.${one.secret}`)
    .join('~');
  const secure = app.endpointOf(tenantId).startsWith('https:') ? '; Secure' : '';
  const seconds = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  reply.header(
    'set-cookie',
    `${cookieName}=${value}; Path=${cookiePath}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** The links of the cookie, the latest first. */
function readLinkCookie(request: FastifyRequest): OpenedLink[] {
  const found = (request.headers.cookie ?? '').split(/;\s*/).find((part) => part.startsWith(`${cookieName}=`));
  const parts = found?.slice(cookieName.length + 1).split('~', maxLinks) ?? [];
  return parts.flatMap((part) => {
    const [, id, secret] = /^([\da-z]{1,21})\.([\w-]{43})$/.exec(part) ?? [];
    return id && secret ? [{ id, secret }] : [];
  });
}

/** The link that the page names, or the latest. */
function chosenLink(request: FastifyRequest): OpenedLink | undefined {
  const name = request.headers[setupLinkHeader];
  return readLinkCookie(request).find(({ id }) => name === undefined || id === name);
}

/** A finished set-up can still be read until its link expires. */
const isReadable = (link: SetupLink) => statusOfLink(link) !== 'revoked' && link.expiresAt > Date.now();

/** The id of the link whose cookie the request has. Unknown, ended and foreign cookies get the same answer. */
export async function requireSetupLink(app: App, tenantId: string, request: FastifyRequest): Promise<string> {
  const cookie = chosenLink(request);
  const link = cookie && (await app.tenancy.read(tenantId, (db) => findSetupLink(db, cookie.id)));
  if (!link || !cookie || !isSecretOf(cookie.secret, link.cookieHash) || !isReadable(link)) {
    throw new AppError('sso_setup.no_session');
  }
  return link.id;
}

/** For changes with a link: it must still be open, and it must have been made for this. */
export function requireOpen(link: SetupLink | undefined, purpose?: SsoSetupPurpose): SetupLink {
  const status = link && statusOfLink(link);
  if (!link || status !== 'opened') {
    throw new AppError('sso_setup.link_ended');
  }
  if (purpose && !link.purposes.includes(purpose)) {
    throw new AppError('sso_setup.not_allowed');
  }
  return link;
}
