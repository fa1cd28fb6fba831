import { expect, test, vi } from 'vitest';
import { createCache } from './cache.ts';

/** A load that the test resolves or rejects. */
function pending<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject, load: vi.fn(() => promise) };
}

test('loads a value once and caches it', async () => {
  const cache = createCache();
  const load = vi.fn(async () => 'value');
  expect([await cache.get('t', 'k', load), await cache.get('t', 'k', load)]).toEqual(['value', 'value']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('separates tenants and keys', async () => {
  const cache = createCache();
  await cache.get('one', 'k', async () => 1);
  expect(await cache.get('two', 'k', async () => 2)).toBe(2);
  expect(await cache.get('one', 'other', async () => 3)).toBe(3);
  cache.drop('two');
  expect(await cache.get('one', 'k', async () => 'loaded again')).toBe(1);
});

test('shares one load between concurrent callers', async () => {
  const cache = createCache();
  const { load, resolve } = pending<string>();
  const both = [cache.get('t', 'k', load), cache.get('t', 'k', load)];
  resolve('value');
  expect(await Promise.all(both)).toEqual(['value', 'value']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('does not cache a load that was running when the tenant was dropped', async () => {
  const cache = createCache();
  const old = pending<string>();
  const first = cache.get('t', 'k', old.load);
  cache.drop('t');
  expect(await cache.get('t', 'k', async () => 'new')).toBe('new');
  old.resolve('old');
  expect(await first).toBe('old');
  expect(await cache.get('t', 'k', async () => 'never asked')).toBe('new');
});

test('a stale load that fails or returns undefined does not remove the new value', async () => {
  const cache = createCache();
  const [gone, failed] = [pending<string | undefined>(), pending<string>()];
  const first = cache.get('t', 'k', gone.load);
  cache.drop('t');
  const second = cache.get('t', 'k', failed.load).catch(() => 'failed');
  cache.drop('t');
  await cache.get('t', 'k', async () => 'new');
  gone.resolve(undefined);
  failed.reject(new Error('down'));
  expect([await first, await second]).toEqual([undefined, 'failed']);
  expect(await cache.get('t', 'k', async () => 'never asked')).toBe('new');
});

test('does not cache undefined or failures', async () => {
  const cache = createCache();
  expect(await cache.get('t', 'k', async () => undefined)).toBeUndefined();
  await expect(cache.get('t', 'k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('t', 'k', async () => 'found')).toBe('found');
});

test('caches null and false', async () => {
  const cache = createCache();
  const load = vi.fn(async () => null);
  await cache.get('t', 'k', load);
  await cache.get('t', 'k', load);
  expect(load).toHaveBeenCalledTimes(1);
});

test('evicts the least recently used tenant and limits the keys of a tenant', async () => {
  const cache = createCache(2, 2);
  const loaded: string[] = [];
  const get = (tenant: string, key = 'k') =>
    cache.get(tenant, key, async () => {
      loaded.push(tenant + key);
      return 1;
    });
  await get('a');
  await get('b');
  await get('a');
  await get('c');
  loaded.length = 0;
  await get('a');
  expect(loaded).toEqual([]);
  await get('b');
  expect(loaded).toEqual(['bk']);
  for (const key of ['1', '2', '3', '1']) {
    await get('b', key);
  }
  expect(loaded).toEqual(['bk', 'b1', 'b2', 'b3', 'b1']);
});

test('notifies listeners which tenant was dropped, or that all were', () => {
  const cache = createCache();
  const heard: (string | undefined)[] = [];
  cache.onDrop((tenantId) => heard.push(tenantId));
  cache.drop('t');
  cache.clear();
  expect(heard).toEqual(['t', undefined]);
});

test('clear removes every tenant', async () => {
  const cache = createCache();
  await cache.get('t', 'k', async () => 'old');
  cache.clear();
  expect(await cache.get('t', 'k', async () => 'new')).toBe('new');
});
