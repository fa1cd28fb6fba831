import { createHash, createPublicKey } from 'node:crypto';
import {
  type SigningKey,
  type SigningKeyStatus,
  type SigningKeyType,
  signingKeysApi,
} from '@postern/contracts/access/signing-keys';
import type { JWK } from 'jose';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { type KeyKind, listKeys, type PrivateKey } from './keys.store.ts';
import { keysOf, publicPart } from './keys.ts';
import { type ArrangedKey, algorithmOf, arrangeKeys, isListed, newKey, removeKey, rotateKeys } from './rotate-keys.ts';
import { keySealer } from './seal-keys.ts';

const kinds: Record<SigningKeyType, KeyKind> = { 'private-keys': 'private', 'cookie-keys': 'cookie' };

function fingerprintOf(jwk: JWK) {
  const der = createPublicKey({ key: { ...publicPart(jwk) }, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  const unformatted = createHash('sha256').update(der).digest('hex').toUpperCase();
  return { sha256: { formatted: unformatted.replace(/..(?!$)/g, '$&:'), unformatted } };
}

function answerOf({
  id,
  createdAt,
  status,
  signsFrom,
  kind,
  value,
}: ArrangedKey & { status: SigningKeyStatus }): SigningKey {
  const common = { id, createdAt, status, signsFrom, ...(status === 'Next' ? { effectiveAt: signsFrom } : {}) };
  if (kind === 'cookie') {
    return common;
  }
  // Keys of this kind are JWKs.
  const { companions = [], ...jwk } = value as PrivateKey;
  return {
    ...common,
    signingKeyAlgorithm: jwk.kty === 'RSA' ? 'RSA' : 'EC',
    fingerprint: fingerprintOf(jwk),
    companions: companions.map((one) => ({
      id: one.kid ?? '',
      algorithm: algorithmOf(one),
      fingerprint: fingerprintOf(one),
    })),
  };
}

export function signingKeyRoutes(scope: Scope): void {
  route(scope, signingKeysApi.list, {
    // Creates missing companions, so that the list shows what is published.
    prepare: ({ app, tenantId }) => keysOf(app, tenantId),
    handle: async ({ app, tenantId, db, params }) =>
      arrangeKeys(await listKeys(db, keySealer(app, tenantId)), kinds[params.keyType])
        .filter(isListed)
        .map(answerOf),
  });

  route(scope, signingKeysApi.rotate, {
    changesSettings: true,
    prepare: async ({ app, tenantId, params: { keyType }, body }) => {
      if (keyType === 'cookie-keys' && body.rotationGracePeriod !== undefined) {
        throw new AppError('oidc.invalid_request', { status: 422, details: 'Cookie keys have no grace period.' });
      }
      await keysOf(app, tenantId);
      return newKey(kinds[keyType], body.signingKeyAlgorithm);
    },
    handle: async ({ app, tenantId, db, body, prepared }) =>
      (
        await rotateKeys(db, keySealer(app, tenantId), prepared, {
          rotationGracePeriod: app.config.keyRotationGraceSeconds,
          ...body,
          keepsWaiting: true,
        })
      )
        .filter(isListed)
        .map(answerOf),
  });

  route(scope, signingKeysApi.remove, {
    changesSettings: true,
    handle: ({ app, tenantId, db, params }) =>
      removeKey(db, keySealer(app, tenantId), kinds[params.keyType], params.keyId),
  });
}
