import type { App } from '#platform/app';
import { stateOf } from './note.ts';
import { findPlace, reservePlace } from './store.ts';

const maxTenants = 2000;
const maxPeople = 50_000;

/** Users who are already counted: a node queries the database once a day for each of them. */
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
 * Whether a user may be active in this period. A user who was active before always may. Others need one of `limit`
 * places and take it at once, so that concurrent sign-ins on any number of nodes never exceed the limit.
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
          // Rolls back the record that the user was active.
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

/** Whether the limit leaves room for a new user. */
export async function hasPlace(app: App, tenantId: string, limit: number): Promise<boolean> {
  const region = app.tenancy.regionOf(tenantId);
  const { activeUsers } = await app.tenancy.system((db) => findPlace(db, tenantId, ''), region);
  return activeUsers < limit;
}
