import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { IconPalette } from '@tabler/icons-react';
import { profileFieldPath } from '#paths/sign-in-experience.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';

/** Finds profile fields for the palette by label or name. */
export const findProfileFields: Find = async (text, tenantId) => {
  const fields = await readList(customProfileFieldsApi.list, {}, tenantId);
  return namedLike(fields, text, ({ label, name }) => [label, name]).map(({ id, label, name }) => ({
    id,
    label: label || name,
    note: label ? name : undefined,
    icon: IconPalette,
    to: profileFieldPath,
    params: { fieldName: name },
  }));
};
