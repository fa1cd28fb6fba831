import { plansApi } from '@postern/contracts/cloud/plans';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refreshUsage, usageTag } from './refresh-usage.ts';

const patience = { timeout: 20_000 };

test('reads of plan and usage have the tag that is refreshed', () => {
  expect([plansApi.usage.tag, plansApi.subscription.tag]).toEqual([usageTag, usageTag]);
});

test('POST, PUT and DELETE refetch visible reads of this tenant only', async () => {
  const client = new QueryClient();
  const shown = vi.fn().mockResolvedValue({});
  const ofAnother = vi.fn().mockResolvedValue({});
  const unseen = vi.fn().mockResolvedValue({});
  const keyOf = (tenantId: string, path: string) => [usageTag, tenantId, path];
  const watching = [
    new QueryObserver(client, { queryKey: keyOf('x', 'usage'), queryFn: shown }),
    new QueryObserver(client, { queryKey: keyOf('y', 'usage'), queryFn: ofAnother }),
  ].map((observer) => observer.subscribe(() => undefined));
  await client.fetchQuery({ queryKey: keyOf('x', 'skus'), queryFn: unseen });
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1), patience);
  for (const method of ['GET', 'PATCH']) {
    refreshUsage(client, method, 'x');
  }
  for (const [index, method] of ['POST', 'PUT', 'DELETE'].entries()) {
    refreshUsage(client, method, 'x');
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(2 + index), patience);
  }
  expect(ofAnother).toHaveBeenCalledTimes(1);
  expect(unseen).toHaveBeenCalledTimes(1);
  for (const stop of watching) {
    stop();
  }
  client.clear();
});
