import {
  arriveFromProvider,
  basisOfSso,
  basisOfSsoRequest,
  findUsableConnector,
  getUsableConnector,
  leaveForProvider,
  requireSsoBasis,
  sealSsoTokens,
  ssoCallbackOf,
} from '#features/people/sso-connectors';
import { epochOfNow, getRecord, type SsoRecord, type Started } from '#features/sign-in/interaction';
import { AppError, invalidField } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isSameText } from '#platform/secrets/vault';

/** The address of the identity provider. The request is stored with the sign-in. */
export async function ssoAuthorizationUri(
  { app, tenantId, maxAge, state: { isLegacy } }: Started,
  connectorId: string,
  { state, redirectUri }: { state: string; redirectUri: string },
): Promise<{ record: SsoRecord; uri: string }> {
  const connector = await findUsableConnector(app, tenantId, connectorId);
  if (!connector) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'SSO connector', id: connectorId } });
  }
  if (!state || !redirectUri) {
    throw new AppError('session.insufficient_info');
  }
  const uri = ssoCallbackOf(app, tenantId, connectorId);
  if (redirectUri !== uri) {
    throw invalidField(['redirectUri'], 'redirectUri must be {{uri}}.', { uri });
  }
  const { uri: address, session } = await leaveForProvider(app, connector, { state, maxAge });
  const provenAt = await epochOfNow({ app, tenantId });
  const basis = await basisOfSsoRequest(app, connector);
  const record: SsoRecord = { id: newId(), type: 'EnterpriseSso', connectorId, state, session, provenAt, basis };
  return { record: isLegacy ? { ...record, isLegacy } : record, uri: address };
}

/** Gets the user from the identity provider after the callback. */
export async function verifyBySso(
  { app, tenantId, state: signIn }: Started,
  connectorId: string,
  { connectorData, verificationId }: { connectorData: Record<string, unknown>; verificationId: string },
): Promise<SsoRecord> {
  const record = getRecord(signIn, verificationId);
  if (record.type !== 'EnterpriseSso' || record.connectorId !== connectorId || !record.state) {
    throw new AppError('session.verification_session_not_found');
  }
  // Responses to requests of other users must not be accepted (RFC 6749 §10.12).
  if (!isSameText(connectorData.state, record.state)) {
    throw new AppError('session.csrf_token_mismatch');
  }
  const connector = await getUsableConnector(app, tenantId, connectorId);
  await requireSsoBasis(app, connector, record.basis);
  const { issuer, userInfo, isEmailProven, tokens, providerSession } = await arriveFromProvider(
    app,
    connector,
    connectorData,
    record.session,
  );
  const tokenSet = sealSsoTokens(
    app,
    tenantId,
    { ssoConnectorId: connectorId, issuer, identityId: userInfo.id },
    tokens,
  );
  // The data of the outgoing request works once.
  return {
    id: record.id,
    type: 'EnterpriseSso',
    connectorId,
    session: {},
    // Requests of the previous release have no time.
    provenAt: record.provenAt ?? (await epochOfNow({ app, tenantId })),
    basis: await basisOfSso(app, connector),
    issuer,
    enterpriseSsoUserInfo: userInfo,
    isEmailProven,
    ...(tokenSet ? { tokenSet } : {}),
    ...(providerSession ? { providerSession } : {}),
    ...(record.isLegacy ? { isLegacy: true } : {}),
  };
}
