import type {
  CreateOrganizationInvitation,
  OrganizationInvitation,
} from '@postern/contracts/people/organization-invitations';
import { requireOrganizationRoles } from '#features/access/organization-template';
import type { Db } from '#platform/db/db';
import { requireRows } from '#platform/db/relations';
import { AppError, invalidField } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import {
  expireInvitationsTo,
  findOrganizationInvitation,
  hasMemberWithEmail,
  insertOrganizationInvitation,
} from './invitations.store.ts';

/** On the wire, rules about the state of an invitation answer 422. */
export function refusedField(...rule: Parameters<typeof invalidField>): AppError {
  const { code, options } = invalidField(...rule);
  return new AppError(code, { ...options, status: 422 });
}

export async function getInvitation(db: Db, id: string): Promise<OrganizationInvitation> {
  const invitation = await findOrganizationInvitation(db, id);
  if (!invitation) {
    throw new AppError('entity.not_found');
  }
  return invitation;
}

export async function invite(db: Db, wanted: CreateOrganizationInvitation): Promise<OrganizationInvitation> {
  const { organizationId, inviterId, invitee, expiresAt, organizationRoleIds = [] } = wanted;
  if (expiresAt <= Date.now()) {
    throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
  }
  await requireRows(db, 'organizations', [organizationId]);
  await requireRows(db, 'users', inviterId ? [inviterId] : []);
  await requireOrganizationRoles(db, organizationRoleIds, 'User');
  if (await hasMemberWithEmail(db, organizationId, invitee)) {
    throw refusedField(['invitee'], '{{email}} is a member of the organization already.', { email: invitee });
  }
  await expireInvitationsTo(db, organizationId, invitee);
  const id = newId();
  await insertOrganizationInvitation(db, {
    id,
    organizationId,
    inviterId: inviterId || null,
    invitee,
    expiresAt: new Date(expiresAt),
    roleIds: organizationRoleIds,
  });
  await emit(db, { name: 'OrganizationInvitation.Created', subjectId: id, data: { organizationId } });
  return getInvitation(db, id);
}
