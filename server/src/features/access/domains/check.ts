import type { DomainEvent } from '@postern/contracts/events';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { fromDatabaseError } from '#platform/http/errors';
import { enqueue, type Job, type Outcome } from '#platform/jobs/jobs';
import { targetOf } from './allow-domain.ts';
import { changeDomains, deleteDomainOf } from './home.ts';
import { lookUp } from './look-up.ts';
import { type NextState, nextState } from './next-state.ts';
import { needsCertificate } from './renewal.ts';
import { findDomain, hasApplication, type StoredDomain, saveState } from './store.ts';

export const checkQueue = 'domains.check';
export const certifyQueue = 'domains.certify';

export const enqueueCheck = (db: Db, id: string) => enqueue(db, { queue: checkQueue, key: id, payload: { id } });

const taken = (domain: string): Pick<NextState, 'status' | 'errorMessage'> => ({
  status: 'Error',
  errorMessage: `${domain} is in use by another tenant.`,
});

async function save(app: App, tenantId: string, before: StoredDomain, state: NextState): Promise<void> {
  const event: DomainEvent | undefined =
    state.status === before.status
      ? undefined
      : { name: 'Domain.Data.Updated', subjectId: before.id, data: { domain: before.domain, status: state.status } };
  const isProven = state.status === 'Active' || state.status === 'PendingSsl';
  const isCertificateDue =
    app.config.customDomains.tls !== undefined && isProven && needsCertificate(before, Date.now());
  // A failed attempt to get a certificate stays visible until there is one. A failed look-up does not.
  const isWaiting = isProven && before.certificateAttempts > 0 && before.failingSince === null;
  await changeDomains(app, tenantId, async (db) => {
    await saveState(
      db,
      before.id,
      isWaiting ? { ...state, errorMessage: state.errorMessage ?? before.errorMessage } : state,
    );
    if (isCertificateDue) {
      await enqueue(db, { queue: certifyQueue, key: before.id, payload: { id: before.id } });
    }
    return { result: undefined, event };
  });
  app.domains.forget(before.domain);
}

/** Compares the DNS record of a domain with what it must be, for as long as the domain exists. */
export async function checkDomain({ tenantId = '', payload }: Job, app: App): Promise<Outcome> {
  const id = String(payload.id);
  const domain = await app.tenancy.home.read(tenantId, (db) => findDomain(db, id));
  if (!domain) {
    return undefined;
  }
  const { applicationId, target } = domain;
  if (applicationId !== null && !(await app.tenancy.read(tenantId, (db) => hasApplication(db, applicationId)))) {
    // It was added while the application was being deleted.
    await deleteDomainOf(app, tenantId, domain);
    return undefined;
  }
  const { config } = app;
  const result = await lookUp(config, domain.domain, target ?? targetOf(config, tenantId));
  const state = nextState(domain, result, Date.now(), config.customDomains.tls !== undefined);
  try {
    await save(app, tenantId, domain, state);
  } catch (error) {
    // Another tenant has proven the name first.
    if (fromDatabaseError(error)?.code !== 'entity.unique_integrity_violation') {
      throw error;
    }
    await save(app, tenantId, domain, { ...state, ...taken(domain.domain) });
    return { again: 3600 };
  }
  return { again: state.again };
}
