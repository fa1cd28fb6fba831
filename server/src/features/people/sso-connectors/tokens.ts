import type { TokenResponse } from '#features/messages/connectors';
import { deleteSecret, type SealedTokenSet, sealTokens, showToken, unsealTokens } from '#features/people/secrets';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import {
  findSsoIdentityOf,
  findSsoTokenSet,
  type KeptSsoTokenSet,
  putSsoTokenSet,
  type SsoIdentity,
} from './identities.store.ts';
import { getUsableConnector } from './open.ts';
import { clientOf, issuerOf, oidcOf } from './open-client.ts';

/** Tokens are encrypted for their account, so that they cannot be moved to another one. */
const purposeOf = ({ ssoConnectorId, issuer, identityId }: SsoIdentity) => ({
  target: `sso:${ssoConnectorId}:${issuer}`,
  identityId,
});

export const sealSsoTokens = (
  app: App,
  tenantId: string,
  identity: SsoIdentity,
  tokens: TokenResponse | undefined,
): SealedTokenSet | undefined => sealTokens(app, tenantId, purposeOf(identity), tokens);

const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, '');

async function renew(app: App, tenantId: string, kept: KeptSsoTokenSet): Promise<SealedTokenSet | undefined> {
  const { refresh_token: refreshToken } = unsealTokens(app, tenantId, purposeOf(kept), kept.sealed);
  if (!refreshToken) {
    return undefined;
  }
  const connector = await getUsableConnector(app, tenantId, kept.ssoConnectorId);
  if (withoutSlash(issuerOf(connector.providerName, connector.config)) !== withoutSlash(kept.issuer)) {
    // The connector has another provider by now. It must not see tokens of the previous one.
    return undefined;
  }
  // Providers without rotation send no new refresh token.
  const tokens = { refresh_token: refreshToken, ...(await oidcOf(app).refresh(clientOf(connector), refreshToken)) };
  const sealed = sealSsoTokens(app, tenantId, kept, tokens);
  if (!sealed) {
    throw new AppError('connector.invalid_response');
  }
  await app.tenancy.write(tenantId, (db) => putSsoTokenSet(db, { ...kept, ...sealed }));
  return sealed;
}

/** The access token of a user at an enterprise provider; refreshed on expiry if the provider allows it. */
export async function readSsoToken(app: App, tenantId: string, userId: string, ssoConnectorId: string) {
  const { identity, kept } = await app.tenancy.read(tenantId, async (db) => ({
    identity: await findSsoIdentityOf(db, userId, ssoConnectorId),
    kept: await findSsoTokenSet(db, userId, ssoConnectorId),
  }));
  if (!identity) {
    throw new AppError('entity.not_found');
  }
  if (!kept) {
    throw new AppError('secrets.third_party_token_set.token_not_found');
  }
  const { expiresAt } = kept.metadata;
  if (expiresAt === undefined || expiresAt > Date.now() / 1000) {
    return showToken(app, tenantId, purposeOf(kept), kept);
  }
  const renewed = await renew(app, tenantId, kept).catch(async (error: unknown) => {
    // A parallel request may have just used the same single-use refresh token.
    const newer = await app.tenancy.read(tenantId, (db) => findSsoTokenSet(db, userId, ssoConnectorId));
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
  return showToken(app, tenantId, purposeOf(kept), renewed);
}
