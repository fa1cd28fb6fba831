import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { etagOf, showGroup, showUser } from './answer.ts';
import { createGroup, getLockedGroup, groupMissing, patchGroup, removeGroup, replaceGroup } from './change-group.ts';
import { findGroup, lockGroups } from './groups.store.ts';
import { applyOperations, readOperations } from './patch.ts';
import {
  changeDirectoryUser,
  createDirectoryUser,
  type Directory,
  deleteDirectoryUser,
  getLockedUser,
  userMissing,
} from './provision-user.ts';
import { checkResource, type Resource, readResource } from './read-resource.ts';
import { groupSchema, type Schema, userSchema } from './schema.ts';
import { findDirectoryUser } from './users.store.ts';

export type Kind = 'Users' | 'Groups';
export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const schemaOf: Record<Kind, Schema> = { Users: userSchema, Groups: groupSchema };

/** A change of one resource: a request, or an operation of a bulk request. */
export type Operation = {
  kind: Kind;
  method: Method;
  /** Missing for POST. */
  id?: string;
  body?: unknown;
  /** The version that the client knows: `If-Match`, or `version` of a bulk operation. */
  version?: string | undefined;
  /** Whether members of a group are part of the answer. */
  withMembers: boolean;
};

export type OperationResult = { status: number; id: string; version: string; resource?: Resource };

/** The address of a directory on the tenant's host. */
export const baseOf = ({ app, tenantId, connectorId }: Directory) =>
  `${app.endpointOf(tenantId)}/scim/v2/${encodeURIComponent(connectorId)}`;

/** RFC 7232 §3.1, with the weak validators of RFC 7644 §3.14. */
export function isVersion(header: string, row: { version: number }): boolean {
  const etags = header.split(',').map((one) => one.trim().replace(/^W\//i, ''));
  return etags.includes('*') || etags.includes(`"${row.version}"`);
}

function requireVersion(version: string | undefined, row: { version: number }): void {
  if (version !== undefined && !isVersion(version, row)) {
    throw new AppError('scim.version_mismatch');
  }
}

/** A whole user. One that does not mention `active` keeps its state. */
export const readUser = (body: unknown, isActive: boolean): Resource => ({
  active: isActive,
  ...readResource(userSchema, body),
});

async function answerUser(db: Db, directory: Directory, id: string, status: number): Promise<OperationResult> {
  const row = await findDirectoryUser(db, directory.connectorId, id);
  if (!row) {
    throw userMissing(id);
  }
  return { status, id, version: etagOf(row), resource: showUser(baseOf(directory), row) };
}

async function operateOnUser(db: Db, directory: Directory, work: Operation): Promise<OperationResult> {
  const { method, id = '', body, version } = work;
  if (method === 'POST') {
    const row = await createDirectoryUser(db, directory, readUser(body, true));
    return { status: 201, id: row.userId, version: etagOf(row), resource: showUser(baseOf(directory), row) };
  }
  if (method === 'DELETE') {
    // Before the user, in the same order as changes of groups: otherwise both could wait for each other.
    await lockGroups(db, directory.connectorId);
  }
  const row = await getLockedUser(db, directory, id);
  requireVersion(version, row);
  if (method === 'DELETE') {
    await deleteDirectoryUser(db, directory, row);
    return { status: 204, id, version: etagOf(row) };
  }
  const resource =
    method === 'PUT'
      ? readUser(body, row.isActive)
      : checkResource(userSchema, applyOperations(userSchema, row.resource, readOperations(body, userSchema)));
  await changeDirectoryUser(db, directory, row, resource);
  return answerUser(db, directory, id, 200);
}

async function answerGroup(
  db: Db,
  directory: Directory,
  id: string,
  status: number,
  work: Operation,
): Promise<OperationResult> {
  const row = await findGroup(db, directory.connectorId, id, work.withMembers);
  if (!row) {
    throw groupMissing(id);
  }
  return { status, id, version: etagOf(row), resource: showGroup(baseOf(directory), row) };
}

async function operateOnGroup(db: Db, directory: Directory, work: Operation): Promise<OperationResult> {
  const { method, id = '', body, version } = work;
  if (method === 'POST') {
    const row = await createGroup(db, directory, readResource(groupSchema, body));
    return answerGroup(db, directory, row.id, 201, work);
  }
  const row = await getLockedGroup(db, directory, id);
  requireVersion(version, row);
  if (method === 'DELETE') {
    await removeGroup(db, directory, row);
    return { status: 204, id, version: etagOf(row) };
  }
  await (method === 'PUT'
    ? replaceGroup(db, directory, row, readResource(groupSchema, body))
    : patchGroup(db, directory, row, readOperations(body, groupSchema)));
  return answerGroup(db, directory, id, 200, work);
}

/** Makes the change in the transaction of `db`. */
export const operate = (db: Db, directory: Directory, work: Operation): Promise<OperationResult> =>
  (work.kind === 'Users' ? operateOnUser : operateOnGroup)(db, directory, work);
