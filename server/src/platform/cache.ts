import { LRUCache } from 'lru-cache';

/**
 * Settings of tenants that hot requests read, kept in this process. Every change of such a setting drops
 * the tenant's entries here and, through NOTIFY, on every other node.
 */
export type TenantCache = {
  /** The cached value, or what `load` answers. `undefined` is not kept, so a new row is seen at once. */
  get<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T>;
  drop(tenantId: string): void;
  /** Drops the tenants that are meant. */
  dropWhere(isMeant: (tenantId: string) => boolean): void;
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
    // A plain Map: an LRUCache reserves its whole size, half a megabyte here for each tenant.
    const entry: Entry = { values: new Map() };
    tenants.set(tenantId, entry);
    return entry;
  }

  return {
    get<T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T> {
      const { values } = entryOf(tenantId);
      const known = values.get(key);
      if (known) {
        // Only `get` with the same key fills an entry, so its type is the caller's.
        return known as Promise<T>;
      }
      // The promise is kept, not the value: callers that arrive together share one query, and a drop while
      // it runs throws the whole entry away, so a stale answer is never kept.
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
    dropWhere(isMeant) {
      for (const tenantId of [...tenants.keys()].filter(isMeant)) {
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
