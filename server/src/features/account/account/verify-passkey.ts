import type { WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { getAccountCenter } from '#features/experience/account-center';
import { findFactors, offerPasskey, ownerOf, type Passkey, passkeyHosts, readNewPasskey } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import { originOf } from '#platform/tenancy/addresses';
import type { AccountRequest } from './access.ts';
import { getPerson } from './change.ts';
import { findRecord, type PasskeyProof, updateRecord } from './records.store.ts';

/**
 * The registration options for the browser. The passkey is bound to a host of the tenant, regardless of the caller.
 */
export async function beginPasskey(asked: AccountRequest) {
  const { app, tenantId, caller, request } = asked;
  const [person, factors = []] = await app.tenancy.read(tenantId, async (db) => [
    await getPerson(db, asked),
    await findFactors(db, caller.subject),
  ]);
  const { account } = ownerOf(app, tenantId, person);
  const [rpId] = passkeyHosts(app, tenantId, request.headers);
  const registrationOptions = await offerPasskey({ rpId, userId: person.id, account, name: person.name, factors });
  const proof: PasskeyProof = { type: 'WebAuthn', challenge: registrationOptions.challenge, rpId };
  return { proof, registrationOptions };
}

async function verify(asked: AccountRequest, proof: PasskeyProof, payload: WebAuthnAttestation): Promise<Passkey> {
  const { app, tenantId, request } = asked;
  const { webauthnRelatedOrigins } = await getAccountCenter(app, tenantId);
  const origins = [...(await app.domains.endpointsOf(tenantId)).map(originOf), ...webauthnRelatedOrigins];
  const agent = request.headers['user-agent'];
  return readNewPasskey(payload, { ...proof, origins }, agent).catch((error: unknown) => {
    app.log.info({ err: error, tenantId }, 'passkey refused');
    throw new AppError('session.mfa.webauthn_verification_failed');
  });
}

/** Stores the passkey with its record until it is added to the account. */
export async function showPasskey(asked: AccountRequest, id: string, payload: WebAuthnAttestation): Promise<void> {
  const { app, tenantId, caller } = asked;
  const proof = await app.tenancy.read(tenantId, (db) => findRecord(db, caller.subject, id));
  if (proof?.type !== 'WebAuthn') {
    throw new AppError('verification_record.not_found');
  }
  if (proof.passkey) {
    throw new AppError('session.mfa.pending_info_not_found');
  }
  const passkey = await verify(asked, proof, payload);
  await app.tenancy.write(tenantId, (db) => updateRecord(db, caller.subject, id, { ...proof, passkey }));
}
