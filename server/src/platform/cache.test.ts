import { expect, test, vi } from 'vitest';
import { createCache } from './cache.ts';

/** A load that ends when the test says so. */
function pending<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject, load: vi.fn(() => promise) };
}

test('a value is loaded once and kept', async () => {
  const cache = createCache();
  const load = vi.fn(async () => 'value');
  expect([await cache.get('t', 'k', load), await cache.get('t', 'k', load)]).toEqual(['value', 'value']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('tenants and keys do not see each other', async () => {
  const cache = createCache();
  await cache.get('one', 'k', async () => 1);
  expect(await cache.get('two', 'k', async () => 2)).toBe(2);
  expect(await cache.get('one', 'other', async () => 3)).toBe(3);
  cache.drop('two');
  expect(await cache.get('one', 'k', async () => 'loaded again')).toBe(1);
});

test('callers that come together share one load', async () => {
  const cache = createCache();
  const { load, resolve } = pending<string>();
  const both = [cache.get('t', 'k', load), cache.get('t', 'k', load)];
  resolve('value');
  expect(await Promise.all(both)).toEqual(['value', 'value']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was being loaded when the tenant was dropped is not kept', async () => {
  const cache = createCache();
  const old = pending<string>();
  const first = cache.get('t', 'k', old.load);
  cache.drop('t');
  expect(await cache.get('t', 'k', async () => 'new')).toBe('new');
  old.resolve('old');
  expect(await first).toBe('old');
  expect(await cache.get('t', 'k', async () => 'never asked')).toBe('new');
});

test('a stale load that ends in nothing or fails does not take the new value with it', async () => {
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

test('neither undefined nor a failure is kept', async () => {
  const cache = createCache();
  expect(await cache.get('t', 'k', async () => undefined)).toBeUndefined();
  await expect(cache.get('t', 'k', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('t', 'k', async () => 'found')).toBe('found');
});

test('null and false are values', async () => {
  const cache = createCache();
  const load = vi.fn(async () => null);
  await cache.get('t', 'k', load);
  await cache.get('t', 'k', load);
  expect(load).toHaveBeenCalledTimes(1);
});

test('the tenant unused for longest goes first, and a tenant keeps a bounded number of keys', async () => {
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

test('listeners hear which tenant was dropped, and that all were', () => {
  const cache = createCache();
  const heard: (string | undefined)[] = [];
  cache.onDrop((tenantId) => heard.push(tenantId));
  cache.drop('t');
  cache.clear();
  expect(heard).toEqual(['t', undefined]);
});

test('clear forgets every tenant', async () => {
  const cache = createCache();
  await cache.get('t', 'k', async () => 'old');
  cache.clear();
  expect(await cache.get('t', 'k', async () => 'new')).toBe('new');
});
