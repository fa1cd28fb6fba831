import type { Administrator } from '@postern/contracts/people/administrators';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import type { Caller } from '#platform/http/caller';
import { AppError } from '#platform/http/errors';
import { findAdministrator, lockAdministrators } from './store.ts';

/** Applications with the management API must not manage administrators: they could make their owner one. */
export function requirePerson(tenantId: string, { issuerTenantId, subject, clientId }: Caller): void {
  if (tenantId !== defaultTenantId) {
    throw new AppError('entity.not_found');
  }
  if (issuerTenantId !== adminTenantId || subject === clientId) {
    throw new AppError('auth.forbidden');
  }
}

export async function requireAdministrator(db: Db, { subject }: Caller): Promise<void> {
  const caller = await findAdministrator(db, subject);
  if (caller?.role !== 'admin' || caller.isSuspended) {
    throw new AppError('auth.forbidden');
  }
}

/** The caller may have been removed while the request waited for the lock, so their role is read afterwards. */
export async function lockForChange(db: Db, caller: Caller): Promise<void> {
  await lockAdministrators(db);
  await requireAdministrator(db, caller);
}

export async function getAdministrator(db: Db, userId: string): Promise<Administrator> {
  const administrator = await findAdministrator(db, userId);
  if (!administrator) {
    throw new AppError('entity.not_found');
  }
  return administrator;
}
