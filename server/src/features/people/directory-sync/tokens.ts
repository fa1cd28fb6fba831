import {
  type DirectorySync,
  maxDirectoryTokens,
  type NewDirectoryToken,
} from '@postern/contracts/people/directory-sync';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { lockRow } from '#platform/db/relations';
import { AppError, invalidField } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { findDeletion, hasConnector, readStatus } from './store.ts';
import { deleteToken, insertToken, listTokens, newToken } from './tokens.store.ts';

export const connectorMissing = (id: string) =>
  new AppError('entity.not_exists_with_id', { values: { name: 'sso_connectors', id } });

type Given = { name: string; expiresAt?: number | null | undefined };

/** Creates a token in the transaction of `db`. Two requests at once cannot exceed the limit. */
export async function issueToken(db: Db, connectorId: string, { name, expiresAt }: Given): Promise<NewDirectoryToken> {
  if (!(await lockRow(db, 'sso_connectors', connectorId))) {
    throw connectorMissing(connectorId);
  }
  if (expiresAt && expiresAt <= Date.now()) {
    throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
  }
  const valid = (await listTokens(db, connectorId)).filter((one) => !one.expiresAt || one.expiresAt > Date.now());
  if (valid.length >= maxDirectoryTokens) {
    throw new AppError('directory_sync.too_many_tokens', { values: { max: maxDirectoryTokens } });
  }
  const token = newToken();
  const row = await insertToken(db, connectorId, { name, token, expiresAt: expiresAt ?? undefined });
  await emit(db, {
    name: 'DirectorySync.Tokens.Updated',
    subjectId: connectorId,
    data: { added: { id: row.id, name } },
  });
  return { ...row, token };
}

export async function revokeToken(db: Db, connectorId: string, id: string): Promise<void> {
  const name = await deleteToken(db, connectorId, id);
  if (name === undefined) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'directory_tokens', id } });
  }
  await emit(db, { name: 'DirectorySync.Tokens.Updated', subjectId: connectorId, data: { removed: { id, name } } });
}

const endpointFor = (app: App, tenantId: string, connectorId: string) =>
  `${app.endpointOf(tenantId)}/scim/v2/${connectorId}`;

export async function showSync(app: App, tenantId: string, db: Db, connectorId: string): Promise<DirectorySync> {
  if (!(await hasConnector(db, connectorId))) {
    throw connectorMissing(connectorId);
  }
  const { validTokens, ...status } = await readStatus(db, connectorId);
  return {
    connectorId,
    endpoint: endpointFor(app, tenantId, connectorId),
    isOn: validTokens > 0,
    deletion: await findDeletion(db, connectorId),
    ...status,
  };
}

/** Turns directory sync on for a connector, for other slices. The token is returned once and stored as a hash. */
export async function turnOnDirectorySync(
  app: App,
  db: Db,
  { tenantId, connectorId, name }: { tenantId: string; connectorId: string; name: string },
): Promise<{ endpoint: string; token: string }> {
  const { token } = await issueToken(db, connectorId, { name });
  return { endpoint: endpointFor(app, tenantId, connectorId), token };
}
