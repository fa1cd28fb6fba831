import { type ChainFinding, verificationPauseSeconds } from '@postern/contracts/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { type EndedBy, enqueue, type Job } from '#platform/jobs/jobs';
import { beginVerification, endVerification } from './verifications.store.ts';
import { type Finding, verifyLogs } from './verify.ts';

export const verificationQueue = 'audit.verify';

/** A broken chain can have a finding for each entry. The command line lists them all. */
const maxShown = 20;

/** A chain of millions of entries takes minutes, so a job reads it. At most one per tenant waits or runs. */
export async function requestVerification(db: Db): Promise<void> {
  if (!(await beginVerification(db, verificationPauseSeconds))) {
    throw new AppError('audit.verified_recently');
  }
  await enqueue(db, { queue: verificationQueue, key: 'chain', priority: 2 });
}

/** Without an expected head, no chain is a fork of another one. */
const isShown = (finding: Finding): finding is Finding & ChainFinding => finding.kind !== 'forked';

export async function runVerification({ tenantId, signal }: Job, app: App): Promise<undefined> {
  if (tenantId === undefined) {
    return;
  }
  const found = await verifyLogs(app, tenantId, undefined, signal);
  const result = found ?? {
    entries: 0,
    head: { seq: 0, hash: '' },
    isSealChecked: app.vault.isReady,
    unsealed: undefined,
    findings: [],
  };
  const { entries, head, isSealChecked, unsealed = null, findings } = result;
  await app.tenancy.system(
    (db) =>
      endVerification(db, tenantId, {
        entries,
        head,
        isSealChecked,
        unsealed,
        problems: findings.length,
        findings: findings.filter(isShown).slice(0, maxShown),
      }),
    app.tenancy.regionOf(tenantId),
  );
}

/** The page says that the verification could not be finished, and offers another one. */
export async function abandonVerification({ tenantId }: Job, _why: EndedBy, app: App): Promise<void> {
  if (tenantId !== undefined) {
    await app.tenancy.system((db) => endVerification(db, tenantId, null), app.tenancy.regionOf(tenantId));
  }
}
