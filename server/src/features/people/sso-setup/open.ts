import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throttled } from '#features/operations/throttle';
import type { App } from '#platform/app';
import { currentActor, onBehalfOf } from '#platform/http/actor';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { describeSetup } from './describe.ts';
import { hashSecret, isSecretOf, newLinkSecret, setLinkCookie, statusOfLink } from './link.ts';
import { findSetupLink, openSetupLink, type SetupLink } from './store.ts';

type Visit = {
  app: App;
  tenantId: string;
  request: FastifyRequest;
  reply: FastifyReply;
  languages: string[];
  body: { id: string; secret: string };
};

const refusals = {
  revoked: 'sso_setup.link_revoked',
  expired: 'sso_setup.link_expired',
  opened: 'sso_setup.link_used',
  waiting: 'sso_setup.link_used',
  enabled: 'sso_setup.link_used',
} as const;

/** Unknown links and wrong secrets get the same answer. */
async function checkSecret({ app, tenantId, body: { id, secret } }: Visit): Promise<SetupLink | undefined> {
  const link = await app.tenancy.read(tenantId, (db) => findSetupLink(db, id));
  return link && isSecretOf(secret, link.secretHash) ? link : undefined;
}

/** Exchanges the secret of the address, which works once, for the cookie of this browser. */
export async function openLink(visit: Visit): Promise<SsoSetup> {
  const { app, tenantId, request, languages, body } = visit;
  const guess = { target: `set-up link ${body.id}`, address: request.ip, action: 'OneTimeToken', languages } as const;
  const link = await throttled(app, tenantId, guess, () => checkSecret(visit));
  if (!link) {
    throw new AppError('sso_setup.link_not_found');
  }
  const status = statusOfLink(link);
  if (status !== 'created') {
    throw new AppError(refusals[status]);
  }
  const cookie = newLinkSecret();
  const actor = currentActor();
  const setup = await onBehalfOf(actor && { ...actor, id: link.id }, () =>
    app.tenancy.write(tenantId, async (db) => {
      if (!(await openSetupLink(db, link.id, hashSecret(body.secret), hashSecret(cookie)))) {
        throw new AppError('sso_setup.link_used');
      }
      const { name, organizationId } = link;
      await emit(db, {
        name: 'SsoSetupLink.Opened',
        subjectId: link.id,
        data: { name, ...(organizationId === null ? {} : { organizationId }) },
      });
      return describeSetup(app, tenantId, db, link);
    }),
  );
  setLinkCookie(visit, link, cookie);
  return setup;
}
