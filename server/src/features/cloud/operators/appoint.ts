import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { deleteMember, insertMember, insertTenantOrganization } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { findPerson, listMembersOf, type Operator } from './appoint.store.ts';

const organizationId = tenantOrganizationId(adminTenantId);

export const listOperators = (db: Db): Promise<Operator[]> => listMembersOf(db, organizationId);

async function getPerson(db: Db, who: string): Promise<Operator> {
  const person = await findPerson(db, who);
  if (!person) {
    throw new AppError('entity.not_found');
  }
  return person;
}

const emitRoleChange = (db: Db, userId: string, role: string | null) =>
  emit(db, { name: 'Tenant.Membership.Updated', subjectId: adminTenantId, data: { userId, role } });

/** Makes an existing user an operator; returns false if they already are one. For the admin tenant. */
export async function appointOperator(db: Db, who: string): Promise<{ person: Operator; isNew: boolean }> {
  const person = await getPerson(db, who);
  await insertTenantOrganization(db, organizationId, 'Admin');
  if ((await listOperators(db)).some(({ id }) => id === person.id)) {
    return { person, isNew: false };
  }
  await insertMember(db, organizationId, person.id, 'admin');
  await emitRoleChange(db, person.id, 'admin');
  return { person, isNew: true };
}

export async function dismissOperator(db: Db, who: string): Promise<Operator> {
  const person = await getPerson(db, who);
  if (!(await listOperators(db)).some(({ id }) => id === person.id)) {
    throw new AppError('entity.not_found');
  }
  await deleteMember(db, { kind: 'user', organizationId, id: person.id });
  await emitRoleChange(db, person.id, null);
  return person;
}
