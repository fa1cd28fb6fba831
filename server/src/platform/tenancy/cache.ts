import { LRUCache } from 'lru-cache';

/**
 * Per-process cache of tenant settings that hot requests read. Every change of such a setting drops the tenant's
 * entries here and, through NOTIFY, on every other node.
 */
export type TenantCache = {
  /** Returns the cached value or the result of `load`. Does not cache `undefined`, so a new row is seen at once. */
  get<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T>;
  drop(tenantId: string): void;
  /** Drops the tenants that match. */
  dropWhere(matches: (tenantId: string) => boolean): void;
  clear(): void;
  onDrop(listener: (tenantId: string | undefined) => void): void;
};

type Entry = { values: Map<string, Promise<unknown>> };

export function createCache(maxTenants = 2000, maxKeysPerTenant = 20_000): TenantCache {
  const tenants = new LRUCache<string, Entry>({ max: maxTenants });
  const listeners: ((tenantId: string | undefined) => void)[] = [];

  function entryOf(tenantId: string): Entry {
    const known = tenants.get(tenantId);
    if (known) {
      return known;
    }
    // A plain Map: an LRUCache allocates its full size in advance, here half a megabyte per tenant.
    const entry: Entry = { values: new Map() };
    tenants.set(tenantId, entry);
    return entry;
  }

  return {
    get<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T> {
      const { values } = entryOf(tenantId);
      const known = values.get(key);
      if (known) {
        // Only `get` with the same key writes an entry, so the type is the caller's.
        return known as Promise<T>;
      }
      // Caches the promise, not the value: concurrent callers share one query, and a drop during the load discards the
      // entry, so a stale result is never cached.
      const loading = load().then(
        (value) => {
          if (value === undefined) {
            values.delete(key);
          }
          return value;
        },
        (error) => {
          values.delete(key);
          throw error;
        },
      );
      if (values.size >= maxKeysPerTenant) {
        const oldest = values.keys().next();
        if (!oldest.done) {
          values.delete(oldest.value);
        }
      }
      values.set(key, loading);
      return loading;
    },
    drop(tenantId) {
      tenants.delete(tenantId);
      for (const listener of listeners) {
        listener(tenantId);
      }
    },
    dropWhere(matches) {
      for (const tenantId of [...tenants.keys()].filter(matches)) {
        this.drop(tenantId);
      }
    },
    clear() {
      tenants.clear();
      for (const listener of listeners) {
        listener(undefined);
      }
    },
    onDrop(listener) {
      listeners.push(listener);
    },
  };
}
