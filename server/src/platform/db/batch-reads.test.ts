import { expect, test } from 'vitest';
import { batchByTenant } from './batch-reads.ts';

/** A table whose queries end when the test says so. */
function slowTable() {
  const rows = new Map([
    ['a', 'A'],
    ['b', 'B'],
  ]);
  const queries: { tenantId: string; keys: string[]; answer(): void; fail(error: Error): void }[] = [];
  const find = batchByTenant<string>((tenantId, keys) => {
    // As in a database: the result is that of the moment when the query begins.
    const found = new Map(keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) ?? '']] : [])));
    return new Promise((resolve, reject) =>
      queries.push({ tenantId, keys, answer: () => resolve(found), fail: reject }),
    );
  });
  const begun = (count: number) => expect.poll(() => queries.length).toBe(count);
  return { rows, queries, find, begun };
}

test('calls that arrive during a query share the next one', async () => {
  const { queries, find, begun } = slowTable();
  const first = find('t', 'a');
  await begun(1);
  const others = [find('t', 'a'), find('t', 'b'), find('t', 'c'), find('t', 'b')];
  queries[0]?.answer();
  expect(await first).toBe('A');
  await begun(2);
  expect(queries[1]?.keys).toEqual(['a', 'b', 'c']);
  queries[1]?.answer();
  expect(await Promise.all(others)).toEqual(['A', 'B', undefined, 'B']);
});

test('a call does not get the result of a query that began before it', async () => {
  const { rows, queries, find, begun } = slowTable();
  const before = find('t', 'a');
  await begun(1);
  rows.delete('a');
  const after = find('t', 'a');
  queries[0]?.answer();
  expect(await before).toBe('A');
  await begun(2);
  queries[1]?.answer();
  expect(await after).toBeUndefined();
});

test('tenants do not wait for each other, and a failed query fails only its own calls', async () => {
  const { queries, find, begun } = slowTable();
  const failing = find('t', 'a');
  const other = find('u', 'a');
  await begun(2);
  expect(queries.map(({ tenantId }) => tenantId)).toEqual(['t', 'u']);
  const next = find('t', 'a');
  queries[0]?.fail(new Error('connection lost'));
  await expect(failing).rejects.toThrow('connection lost');
  queries[1]?.answer();
  expect(await other).toBe('A');
  await begun(3);
  queries[2]?.answer();
  expect(await next).toBe('A');
});
