import type { App } from '#platform/app';
import { sealerFor } from '#platform/seal-column';
import { findChallengeKey } from './store.ts';

const sealerOf = ({ vault }: App, tenantId: string) => sealerFor(vault, `captcha-challenge/${tenantId}`);

export const sealChallengeKey = (app: App, tenantId: string, key: string): string => sealerOf(app, tenantId).seal(key);

/** The key that signs the tenant's puzzles; undefined if it does not use them. */
export async function challengeKeyOf(app: App, tenantId: string): Promise<string | undefined> {
  const { stored } = await app.cache.get(tenantId, 'captcha-challenge-key', async () => ({
    stored: await app.tenancy.read(tenantId, findChallengeKey),
  }));
  return stored === null ? undefined : sealerOf(app, tenantId).open(stored);
}
