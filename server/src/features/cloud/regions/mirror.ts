import { setTimeout as sleep } from 'node:timers/promises';
import { provisionData, tenantExists } from '#features/people/provision';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { enqueue, type Job, type Outcome } from '#platform/jobs/jobs';
import type { Vault } from '#platform/secrets/vault';
import {
  claimMirror,
  findHomeTenant,
  type HomeTenant,
  isWaiting,
  type Mirror,
  mirrorJob,
  postponeMirror,
  queueRegion,
  readSkus,
  replaceSkus,
  saveMirror,
  settleMirror,
  untilNextMirror,
} from './store.ts';

type Platform = Pick<App, 'tenancy' | 'log' | 'vault'>;

/** Provisions a tenant in the region's database if it is new there, and updates its copy. */
async function applyTenant(db: Db, vault: Vault, tenant: HomeTenant, version: number): Promise<void> {
  if (tenant.deletedAt === null && !(await tenantExists(db, tenant.id))) {
    await provisionData(db, vault, tenant);
  }
  await saveMirror(db, tenant, version);
}

/** Reads from the home database first, so that none of its transactions waits for a region. */
async function apply({ tenancy, vault }: Platform, { region, subject, version }: Mirror): Promise<void> {
  if (subject === '') {
    const skus = await tenancy.system(readSkus);
    await tenancy.system((db) => replaceSkus(db, skus), region);
    return;
  }
  const tenant = await tenancy.system((db) => findHomeTenant(db, subject));
  if (tenant) {
    await tenancy.system((db) => applyTenant(db, vault, tenant, version), region);
  }
}

/** Sends one pending change to a reachable region; returns false if there is none. */
async function mirrorNext(platform: Platform, subject?: string): Promise<boolean> {
  const { tenancy, log } = platform;
  const regions = tenancy.reachable();
  const claimed = regions.length > 0 ? await tenancy.system((db) => claimMirror(db, regions, subject)) : undefined;
  if (!claimed) {
    return false;
  }
  try {
    await apply(platform, claimed);
    await tenancy.system((db) => settleMirror(db, claimed));
  } catch (error) {
    if (!(error instanceof AppError)) {
      log.error({ err: error, region: claimed.region, subject: claimed.subject }, 'region notification failed');
    }
    await tenancy.system((db) => postponeMirror(db, claimed, String(error)));
  }
  return true;
}

const timeoutMs = 5000;

/**
 * Sends a change to the region before the caller gets a response. If the region stops responding, the change is sent
 * later.
 */
export async function mirrorNow(platform: Platform, tenantId: string): Promise<void> {
  const { tenancy } = platform;
  const region = tenancy.regionOf(tenantId);
  const until = Date.now() + timeoutMs;
  while (region !== undefined && tenancy.reachable().includes(region) && Date.now() < until) {
    if (!(await mirrorNext(platform, tenantId))) {
      if (!(await tenancy.system((db) => isWaiting(db, tenantId)))) {
        return;
      }
      // Another node is sending it, or it was postponed.
      await sleep(50);
    }
  }
}

/** Sends all pending changes to reachable regions; failed ones are retried when due. */
export async function mirrorAll({ signal }: Pick<Job, 'signal'>, app: App): Promise<Outcome> {
  while (await mirrorNext(app)) {
    signal.throwIfAborted();
  }
  const regions = app.tenancy.reachable();
  const again = await app.tenancy.system((db) => untilNextMirror(db, regions));
  return again === undefined ? undefined : { again };
}

/** Called when the database of a region responds again. */
export function catchUp(app: App, region: string): void {
  app.tenancy
    .system(async (db) => {
      await queueRegion(db, region);
      await enqueue(db, mirrorJob);
    })
    .catch((error) => app.log.error({ err: error, region }, 'region catch-up failed'));
}
