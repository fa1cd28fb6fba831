import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import type { SsoSetupPurpose, SsoSetupStep } from '@postern/contracts/people/sso-setup-links';
import { countLimits } from '#features/operations/throttle';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { describeSetup } from './describe.ts';
import { requireOpen } from './link.ts';
import { findSetupLink, lockSetupLink, markSetupLink, type SetupLink } from './store.ts';

export type Call = { app: App; tenantId: string; caller: Caller };

/** The link of the cookie, and never another one. */
export async function getLink(db: Db, { caller }: Pick<Call, 'caller'>): Promise<SetupLink> {
  const link = await findSetupLink(db, caller.subject);
  if (!link) {
    throw new AppError('sso_setup.no_session');
  }
  return link;
}

/** Runs a change with the link locked: it must be open and allow the purpose at this moment. */
export async function changeWithLink<T>(
  db: Db,
  { caller }: Pick<Call, 'caller'>,
  purpose: SsoSetupPurpose | undefined,
  work: (link: SetupLink) => Promise<T>,
): Promise<T> {
  const link = requireOpen(await lockSetupLink(db, caller.subject), purpose);
  const result = await work(link);
  await markSetupLink(db, link.id, 'lastUsed');
  return result;
}

export const describeNow = async (db: Db, call: Call): Promise<SsoSetup> =>
  describeSetup(call.app, call.tenantId, db, await getLink(db, call));

export const tellProgress = (db: Db, { id, name, organizationId }: SetupLink, step: SsoSetupStep, data: object = {}) =>
  emit(db, {
    name: 'SsoSetupLink.Progressed',
    subjectId: id,
    data: { name, step, ...(organizationId === null ? {} : { organizationId }), ...data },
  });

const windowSeconds = 3600;
const mostRequests = 120;

/** For steps that call other servers: returns the open link, or throws after too many calls in an hour. */
export const countRequest = ({ app, tenantId, caller }: Call, purpose: SsoSetupPurpose | undefined) =>
  app.tenancy.write(tenantId, async (db) => {
    const link = requireOpen(await lockSetupLink(db, caller.subject), purpose);
    const limit = { what: `requests of set-up link ${link.id}`, amount: 1, most: mostRequests };
    if (await countLimits(db, [limit], windowSeconds)) {
      throw new AppError('sso_setup.too_many_requests');
    }
    await markSetupLink(db, link.id, 'lastUsed');
    return link;
  });
