import { recordMinutes } from '@postern/contracts/account/account-verifications';
import {
  type AccountRequest,
  deleteRecord,
  identityOf,
  insertRecord,
  listRecords,
  type SocialProof,
} from '#features/account/account';
import { type OpenSocialConnector, socialConnector, tidyUserInfo } from '#features/messages/connectors';
import { putTokenSet, sealTokens } from '#features/people/secrets';
import { findByIdentity, putIdentity } from '#features/people/users';
import { AppError, invalidField } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { isSameText } from '#platform/secrets/vault';
import { isBelow } from '#platform/tenancy/addresses';
import { changeMe, getPerson } from './change.ts';
import { requireOwnStatus } from './require-status.ts';

const maxSessionLength = 8192;

type Way = { connectorId: string; state: string; redirectUri: string };

const requireOwn = (asked: AccountRequest) =>
  asked.app.tenancy.read(asked.tenantId, async (db) => requireOwnStatus(asked, db, await getPerson(db, asked)));

/** Providers may allow other redirect URIs; this flow only accepts the console. */
function requireConsole({ app }: AccountRequest, redirectUri: string): void {
  if (!isBelow(app.config.adminEndpoint, redirectUri)) {
    throw invalidField(['redirectUri'], 'redirectUri must be an address of the console.');
  }
}

/** The address of the provider. The flow is bound to the user: its state is invalid for others. */
export async function beginLink(asked: AccountRequest, { connectorId, state, redirectUri }: Way): Promise<string> {
  const { app, tenantId, caller, request } = asked;
  await requireOwn(asked);
  if (!connectorId || !state || !redirectUri) {
    throw new AppError('session.insufficient_info');
  }
  requireConsole(asked, redirectUri);
  const connector = await socialConnector(app, tenantId, connectorId);
  const id = newId();
  let session: Record<string, unknown> = {};
  const redirectTo = await connector.getAuthorizationUri(
    { state, redirectUri, jti: id, headers: { userAgent: request.headers['user-agent']?.slice(0, 512) } },
    async (kept) => {
      session = kept;
    },
  );
  if (JSON.stringify(session).length > maxSessionLength) {
    throw new AppError('connector.general', { values: { errorDescription: 'The connector keeps too much.' } });
  }
  const { target } = connector;
  const proof: SocialProof = { type: 'Social', connectorId, target, state, session, basis: connector.basis() };
  await app.tenancy.write(tenantId, (db) =>
    insertRecord(db, { id, userId: caller.subject, minutes: recordMinutes, proof }),
  );
  return redirectTo;
}

/**
 * Takes the flow that this user started with this state and deletes it. The response of another user finds none (RFC
 * 6749 §10.12).
 */
const consumeProof = (
  { app, tenantId, caller }: AccountRequest,
  connectorId: string,
  state: unknown,
): Promise<SocialProof> =>
  app.tenancy.write(tenantId, async (db) => {
    for (const { id, proof, isExpired } of await listRecords(db, caller.subject, true)) {
      const isIt =
        proof.type === 'Social' &&
        !proof.userInfo &&
        proof.connectorId === connectorId &&
        isSameText(state, proof.state);
      if (isIt && !isExpired) {
        await deleteRecord(db, caller.subject, id);
        return proof;
      }
    }
    throw new AppError('session.csrf_token_mismatch');
  });

async function getConnector({ app, tenantId }: AccountRequest, connectorId: string): Promise<OpenSocialConnector> {
  try {
    return await socialConnector(app, tenantId, connectorId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'connector.unexpected_type') {
      throw new AppError('session.invalid_connector_id', { values: { connectorId } });
    }
    throw error;
  }
}

/** Gets the identity from the connector and links it. */
export async function finishLink(
  asked: AccountRequest,
  connectorId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { app, tenantId } = asked;
  await requireOwn(asked);
  const connector = await getConnector(asked, connectorId);
  const { session, target, basis } = await consumeProof(asked, connectorId, data.state);
  if (!connector.hasBasis(basis)) {
    throw new AppError('session.verification_session_not_found');
  }
  const getSession = async () => session;
  const { tokenResponse, userInfo: sent } = connector.enableTokenStorage
    ? await connector.getTokenResponseAndUserInfo(data, getSession)
    : { userInfo: await connector.getUserInfo(data, getSession) };
  const userInfo = tidyUserInfo(sent);
  if (!userInfo.id) {
    throw new AppError('connector.invalid_response');
  }
  const tokenSet = sealTokens(app, tenantId, { target, identityId: userInfo.id }, tokenResponse);
  await changeMe(asked, async (db, person) => {
    await requireOwnStatus(asked, db, person);
    const owner = await findByIdentity(db, target, userInfo.id);
    const linked = identityOf(person, target);
    // One account per provider; it must not be replaced silently.
    if ((owner && owner.id !== person.id) || (linked && linked.userId !== userInfo.id)) {
      throw new AppError('user.identity_already_in_use');
    }
    await putIdentity(db, person.id, { target, userId: userInfo.id, details: { ...userInfo } });
    if (tokenSet) {
      await putTokenSet(db, { ...tokenSet, userId: person.id, connectorId, target, identityId: userInfo.id });
    }
    return { answer: undefined, notice: 'identities' };
  });
}
