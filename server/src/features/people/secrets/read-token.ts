import { socialConnector } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { openTokens, type SealedTokenSet, sealTokens } from './seal-tokens.ts';
import { deleteSecret, findTokenSet, type KeptTokenSet, putTokenSet } from './store.ts';

type Identity = { target: string; identityId: string };

const secondsNow = () => Math.floor(Date.now() / 1000);

/** A token set as its owner sees it. */
export function showToken(app: App, tenantId: string, identity: Identity, { sealed, metadata }: SealedTokenSet) {
  const { scope, tokenType, expiresAt } = metadata;
  return {
    access_token: openTokens(app, tenantId, identity, sealed).access_token,
    ...(scope ? { scope } : {}),
    ...(tokenType ? { token_type: tokenType } : {}),
    ...(expiresAt ? { expires_in: Math.max(0, expiresAt - secondsNow()) } : {}),
  };
}

async function renew(app: App, tenantId: string, kept: KeptTokenSet): Promise<SealedTokenSet | undefined> {
  const { refresh_token: refreshToken } = openTokens(app, tenantId, kept, kept.sealed);
  if (!refreshToken) {
    return undefined;
  }
  const connector = await socialConnector(app, tenantId, kept.connectorId);
  // Providers without rotation send no new refresh token.
  const tokens = { refresh_token: refreshToken, ...(await connector.getAccessTokenByRefreshToken(refreshToken)) };
  const sealed = sealTokens(app, tenantId, kept, tokens);
  if (!sealed) {
    throw new AppError('connector.invalid_response');
  }
  await app.tenancy.write(tenantId, (db) => putTokenSet(db, { ...kept, ...sealed }));
  return sealed;
}

/** The access token of a user at a provider; refreshed on expiry if the provider allows it. */
export async function readToken(app: App, tenantId: string, userId: string, target: string) {
  const kept = await app.tenancy.read(tenantId, (db) => findTokenSet(db, userId, target));
  if (!kept) {
    throw new AppError('secrets.third_party_token_set.token_not_found');
  }
  const { expiresAt } = kept.metadata;
  if (expiresAt === undefined || expiresAt > secondsNow()) {
    return showToken(app, tenantId, kept, kept);
  }
  const renewed = await renew(app, tenantId, kept).catch(async (error: unknown) => {
    // A parallel request may have just used the same single-use refresh token.
    const newer = await app.tenancy.read(tenantId, (db) => findTokenSet(db, userId, target));
    if (!newer || newer.sealed === kept.sealed) {
      throw error;
    }
    return newer;
  });
  if (!renewed) {
    await app.tenancy.write(tenantId, async (db) => {
      await deleteSecret(db, kept.id);
      await emit(db, { name: 'Secret.Deleted', subjectId: kept.id, data: { userId } });
    });
    throw new AppError('secrets.third_party_token_set.access_token_expired');
  }
  return showToken(app, tenantId, kept, renewed);
}
