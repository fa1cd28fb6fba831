import type { App } from '#platform/app';
import { stateOf } from './note.ts';
import { findPlace, reservePlace } from './places.store.ts';

const maxTenants = 2000;
const maxPeople = 50_000;

/** People who have a place: a node asks the database once a day for each of them. */
function knownOf(app: App, tenantId: string): Set<string> {
  const { admitted: days } = stateOf(app);
  const key = `${tenantId} ${new Date().toISOString().slice(0, 10)}`;
  const known = days.get(key) ?? new Set<string>();
  if (days.size >= maxTenants) {
    days.clear();
  }
  if (known.size >= maxPeople) {
    known.clear();
  }
  days.set(key, known);
  return known;
}

class NoPlaceLeft extends Error {}

/**
 * Whether somebody may be active in this period. Who was active before always may. Everybody else needs one of `limit`
 * places and takes it at once, so that sign-ins at the same moment, on any number of nodes, end exactly at the limit.
 */
export async function admitUser(app: App, tenantId: string, userId: string, limit: number): Promise<boolean> {
  const known = knownOf(app, tenantId);
  if (known.has(userId)) {
    return true;
  }
  const region = app.tenancy.regionOf(tenantId);
  const { isActive, activeUsers } = await app.tenancy.system((db) => findPlace(db, tenantId, userId), region);
  if (!isActive) {
    if (activeUsers >= limit) {
      return false;
    }
    try {
      await app.tenancy.system(async (db) => {
        if (!(await reservePlace(db, tenantId, userId, limit))) {
          // Takes back the note that they were active.
          throw new NoPlaceLeft();
        }
      }, region);
    } catch (error) {
      if (error instanceof NoPlaceLeft) {
        return false;
      }
      throw error;
    }
  }
  known.add(userId);
  return true;
}

/** Whether the limit leaves room for somebody who has no account yet. */
export async function hasPlace(app: App, tenantId: string, limit: number): Promise<boolean> {
  const region = app.tenancy.regionOf(tenantId);
  const { activeUsers } = await app.tenancy.system((db) => findPlace(db, tenantId, ''), region);
  return activeUsers < limit;
}
