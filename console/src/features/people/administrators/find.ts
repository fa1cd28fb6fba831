import { administratorsApi } from '@postern/contracts/people/administrators';
import i18next from 'i18next';
import { administratorPath, administratorsPath } from '#paths/administrators.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { nameAdministrator } from './name-administrator.ts';

/** Finds administrators for the palette by name, username, email address or id. */
export const findAdministrators: Find = async (text, tenantId) => {
  const administrators = await readList(administratorsApi.list, {}, tenantId);
  return namedLike(administrators, text, (one) => [one.name, one.username, one.primaryEmail]).map((one) => ({
    id: one.id,
    label: nameAdministrator(one),
    note: text === one.id ? one.id : i18next.t(`administrators.roles.${one.role}`),
    person: { name: nameAdministrator(one), avatar: one.avatar },
    ...(isReadOnly() ? { to: administratorsPath } : { to: administratorPath, params: { id: one.id } }),
  }));
};
