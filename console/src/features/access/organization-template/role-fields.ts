import { CreateOrganizationRole } from '@postern/contracts/access/organization-roles';
import { z } from 'zod';

/** Name and description, validated the same in all forms of organization roles. */
export const roleFields = {
  name: CreateOrganizationRole.shape.name,
  description: z.string().max(256),
};

export const nameCodes = { 'entity.unique_integrity_violation': 'name' } as const;
