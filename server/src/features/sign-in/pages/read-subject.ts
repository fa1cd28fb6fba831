import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRequest } from '#features/sign-in/consent';
import { readOtherAccount, readSpringboard } from '#features/sign-in/sign-in';
import type { App } from '#platform/app';

/** Data of single pages. The server embeds it, so that a URL cannot forge it. */
export type Subject = Pick<EmbeddedSettings, 'consent' | 'refusal' | 'switchAccount' | 'springboard'>;

function landingIn(path: string): string | undefined {
  const [, connectorId] = /^\/social\/landing\/([^/]+)$/.exec(path) ?? [];
  try {
    return connectorId && decodeURIComponent(connectorId);
  } catch {
    // Not a path that we generate.
    return undefined;
  }
}

export async function readSubject(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Subject> {
  const [path = '/'] = request.url.split('?');
  if (path === '/consent') {
    return findRequest(app, tenantId, request, reply);
  }
  if (path === '/switch-account') {
    const switchAccount = await readOtherAccount(app, tenantId, request, reply);
    return switchAccount ? { switchAccount } : {};
  }
  const landing = landingIn(path);
  if (path === '/springboard' || landing) {
    const query = request.query as Record<string, unknown>;
    const springboard = await readSpringboard(app, tenantId, query, landing);
    return springboard ? { springboard } : {};
  }
  return {};
}
