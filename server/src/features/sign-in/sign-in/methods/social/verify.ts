import { googleCsrfCookie, googleFactoryId, googleOneTapCookie } from '@postern/contracts/wire';
import { socialConnector, tidyUserInfo } from '#features/messages/connectors';
import { sealTokens } from '#features/people/secrets';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { isSameText } from '#platform/same-text';
import { getRecord, type SocialRecord } from '../../gather.ts';
import type { Started } from '../../interaction.ts';
import { readCookie } from '../../know-device.ts';
import { verifiedAddresses } from './vouch.ts';

type ConnectorData = Record<string, unknown>;

/**
 * One Tap has a token without a redirect, so the browser must prove that it received it here: by the cookie that Google
 * set with its form, or by ours that was set when an application passed the token.
 */
function requireOneTap({ request }: Started, data: ConnectorData): void {
  const { cookie } = request.headers;
  const posted = data[googleCsrfCookie];
  if (posted !== undefined) {
    if (!isSameText(posted, readCookie(cookie, googleCsrfCookie))) {
      throw new AppError('session.csrf_token_mismatch');
    }
    return;
  }
  if (!isSameText(data.credential, readCookie(cookie, googleOneTapCookie))) {
    throw new AppError('session.google_one_tap.cookie_mismatch');
  }
}

function findRecord(signIn: Started, connectorId: string, verificationId: string | undefined): SocialRecord {
  const record = getRecord(signIn.state, verificationId);
  if (record.type !== 'Social' || record.connectorId !== connectorId) {
    throw new AppError('session.verification_session_not_found');
  }
  return record;
}

/** Gets the identity from the connector after the callback. */
export async function verifyBySocial(
  signIn: Started,
  connectorId: string,
  { connectorData, verificationId }: { connectorData: ConnectorData; verificationId?: string },
): Promise<SocialRecord> {
  const { app, tenantId } = signIn;
  const connector = await socialConnector(app, tenantId, connectorId);
  const isOneTap = connector.factoryId === googleFactoryId && typeof connectorData.credential === 'string';
  if (isOneTap) {
    requireOneTap(signIn, connectorData);
  }
  const record: SocialRecord =
    isOneTap && verificationId === undefined
      ? { id: newId(), type: 'Social', connectorId, target: connector.target, session: {} }
      : findRecord(signIn, connectorId, verificationId);
  // Responses to requests of other users must not be accepted (RFC 6749 §10.12). One Tap has its own cookie.
  if (!isOneTap && !isSameText(connectorData.state, record.state)) {
    throw new AppError('session.csrf_token_mismatch');
  }
  const getSession = async () => (isOneTap ? {} : record.session);
  const { tokenResponse, userInfo: sent } = connector.enableTokenStorage
    ? await connector.getTokenResponseAndUserInfo(connectorData, getSession)
    : { userInfo: await connector.getUserInfo(connectorData, getSession) };
  const socialUserInfo = tidyUserInfo(sent);
  if (!socialUserInfo.id) {
    throw new AppError('connector.invalid_response');
  }
  const identity = { target: connector.target, identityId: socialUserInfo.id };
  const tokenSet = sealTokens(app, tenantId, identity, tokenResponse);
  // The data of the outgoing request is no longer needed.
  return {
    ...record,
    session: {},
    socialUserInfo,
    ...(tokenSet ? { tokenSet } : {}),
    verifiedAddresses: verifiedAddresses(sent),
  };
}
