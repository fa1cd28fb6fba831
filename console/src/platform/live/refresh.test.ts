import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher, tagsOfKinds } from './refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const runs: string[][] = [];
  const refresher = createRefresher('acme', (_tenant, tags) => void runs.push([...tags].sort()));
  return { runs, refresher };
}

test('a burst of changes is one refresh', () => {
  const { runs, refresher } = setUp();
  for (let count = 0; count < 200; count += 1) {
    refresher.add({ kind: 'connector' });
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(300);
  expect(runs).toEqual([['Audit logs', 'Connectors']]);
});

test('changes without a pause are refreshed after a second and a half', () => {
  const { runs, refresher } = setUp();
  for (let passed = 0; passed < 1500; passed += 100) {
    refresher.add({ kind: 'webhook' });
    expect(runs).toEqual([]);
    vi.advanceTimersByTime(100);
  }
  expect(runs).toEqual([['Audit logs', 'Webhooks']]);
});

test('several kinds are one refresh, and a later change is another', () => {
  const { runs, refresher } = setUp();
  refresher.add({ kind: 'connector' });
  refresher.add({ kind: 'webhook' });
  vi.advanceTimersByTime(300);
  refresher.add({ kind: 'webhook' });
  vi.advanceTimersByTime(300);
  expect(runs).toEqual([
    ['Audit logs', 'Connectors', 'Webhooks'],
    ['Audit logs', 'Webhooks'],
  ]);
});

test('changes that wait are part of a refresh of everything', () => {
  const { runs, refresher } = setUp();
  refresher.add({ kind: 'user' });
  refresher.refreshAll();
  vi.advanceTimersByTime(5000);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toContain('Users');
});

test('kinds without a list refresh only the audit log', () => {
  expect([...tagsOfKinds(['subjectToken', 'log'])]).toEqual(['Audit logs']);
});
