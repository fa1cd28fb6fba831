import type { App } from '#platform/app';
import { sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import { findChallengeKey } from './store.ts';

const purposeOf = (tenantId: string) => `captcha-challenge/${tenantId}`;
const sealerOf = ({ vault }: App, tenantId: string) => sealerFor(vault, purposeOf(tenantId));

export const sealedChallengeKey: SealedColumn = {
  table: 'captcha_providers',
  column: 'challenge_key',
  purpose: ({ tenantId }) => purposeOf(tenantId),
};

export const sealChallengeKey = (app: App, tenantId: string, key: string): string => sealerOf(app, tenantId).seal(key);

/** The key that signs the tenant's puzzles; undefined if it does not use them. */
export async function challengeKeyOf(app: App, tenantId: string): Promise<string | undefined> {
  const { stored } = await app.cache.get(tenantId, 'captcha-challenge-key', async () => ({
    stored: await app.tenancy.read(tenantId, findChallengeKey),
  }));
  return stored === null ? undefined : sealerOf(app, tenantId).open(stored);
}
