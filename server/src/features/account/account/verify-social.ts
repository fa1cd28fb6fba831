import { isRedirectUri } from '@postern/contracts/fields';
import {
  isSocialProofCurrent,
  type OpenSocialConnector,
  socialConnector,
  tidyUserInfo,
} from '#features/messages/connectors';
import { sealTokens } from '#features/people/secrets';
import { AppError, invalidField } from '#platform/http/errors';
import { isSameText } from '#platform/secrets/vault';
import type { AccountRequest } from './access.ts';
import { findRecord, type SocialProof, updateRecord } from './records.store.ts';

const maxSessionLength = 8192;

type ConnectorOwner = Pick<AccountRequest, 'app' | 'tenantId'>;

async function findConnector({ app, tenantId }: ConnectorOwner, connectorId: string): Promise<OpenSocialConnector> {
  try {
    return await socialConnector(app, tenantId, connectorId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'entity.not_found') {
      throw new AppError('session.invalid_connector_id', { values: { connectorId } });
    }
    throw error;
  }
}

/** Throws if the connector was deleted since the proof was made, or its settings have changed (attack 53). */
export async function requireConnector({ app, tenantId }: ConnectorOwner, proof: SocialProof): Promise<void> {
  if (!(await isSocialProofCurrent(app, tenantId, proof))) {
    throw new AppError('verification_record.not_found');
  }
}

type Way = { connectorId: string; state: string; redirectUri: string; scope?: string };

/** The address of the provider to verify the account. The provider checks the redirect URI. */
export async function beginSocial(
  asked: AccountRequest,
  id: string,
  { connectorId, state, redirectUri, scope }: Way,
): Promise<{ proof: SocialProof; authorizationUri: string }> {
  if (!isRedirectUri(redirectUri)) {
    throw invalidField(['redirectUri'], 'redirectUri must be an address of the application.');
  }
  const connector = await findConnector(asked, connectorId);
  let session: Record<string, unknown> = {};
  const authorizationUri = await connector.getAuthorizationUri(
    {
      state,
      redirectUri,
      jti: id,
      headers: { userAgent: asked.request.headers['user-agent']?.slice(0, 512) },
      ...(scope ? { scope } : {}),
    },
    async (kept) => {
      session = kept;
    },
  );
  if (JSON.stringify(session).length > maxSessionLength) {
    throw new AppError('connector.general', { values: { errorDescription: 'The connector keeps too much.' } });
  }
  const { target } = connector;
  const proof: SocialProof = { type: 'Social', connectorId, target, state, session, basis: connector.basis() };
  return { proof, authorizationUri };
}

/** Gets the identity of the user from the connector after the callback. */
export async function showSocial(
  asked: AccountRequest,
  id: string,
  connectorData: Record<string, unknown>,
): Promise<void> {
  const { app, tenantId, caller } = asked;
  const proof = await app.tenancy.read(tenantId, (db) => findRecord(db, caller.subject, id));
  if (proof?.type !== 'Social' || proof.userInfo) {
    throw new AppError('verification_record.not_found');
  }
  // Responses to requests of other users must not be accepted (RFC 6749 §10.12).
  if (!isSameText(connectorData.state, proof.state)) {
    throw new AppError('session.csrf_token_mismatch');
  }
  const connector = await findConnector(asked, proof.connectorId);
  await requireConnector(asked, proof);
  const getSession = async () => proof.session;
  const { tokenResponse, userInfo: sent } = connector.enableTokenStorage
    ? await connector.getTokenResponseAndUserInfo(connectorData, getSession)
    : { userInfo: await connector.getUserInfo(connectorData, getSession) };
  const userInfo = tidyUserInfo(sent);
  if (!userInfo.id) {
    throw new AppError('connector.invalid_response');
  }
  const identity = { target: proof.target, identityId: userInfo.id };
  const tokenSet = sealTokens(app, tenantId, identity, tokenResponse);
  // The data of the outgoing request is no longer needed.
  await app.tenancy.write(tenantId, (db) =>
    updateRecord(db, caller.subject, id, { ...proof, session: {}, userInfo, ...(tokenSet ? { tokenSet } : {}) }),
  );
}
