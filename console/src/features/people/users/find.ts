import { usersApi } from '@postern/contracts/people/users';
import { userSettingsPath } from '#paths/users.ts';
import { call } from '#platform/client/call.ts';
import { containing } from '#platform/list/containing.ts';
import type { Find } from '#platform/palette/commands.ts';
import { nameOf } from '#platform/person.ts';
import { labelOf, secondLabelOf } from './shared/label.ts';

/** Finds users for the palette by name, identifier or id. */
export const findUsers: Find = async (text, tenantId, signal) => {
  const query = { search: containing(text), page: '1', page_size: '5' };
  const { data } = await call(usersApi.list, { query }, tenantId, signal);
  return data.map((user) => ({
    id: user.id,
    label: labelOf(user),
    note: text === user.id ? user.id : secondLabelOf(user),
    person: { name: nameOf(user), avatar: user.avatar },
    to: userSettingsPath,
    params: { id: user.id },
  }));
};
