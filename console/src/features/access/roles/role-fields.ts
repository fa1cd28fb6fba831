import { CreateRole } from '@postern/contracts/access/roles';
import { internalRolePrefix } from '@postern/contracts/wire';
import i18next from 'i18next';

/** Name and description, validated the same in all role forms. */
export const roleFields = {
  name: CreateRole.shape.name.refine((name) => !name.startsWith(internalRolePrefix), {
    error: () => i18next.t('roles.fields.nameInternal'),
  }),
  description: CreateRole.shape.description,
};

export const roleCodes = { 'role.name_in_use': 'name', 'role.internal_role_violation': 'name' } as const;
