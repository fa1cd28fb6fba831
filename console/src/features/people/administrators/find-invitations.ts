import { administratorInvitationsApi } from '@postern/contracts/people/administrators';
import { IconMail } from '@tabler/icons-react';
import { administratorsPath } from '#paths/administrators.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';

/** Finds invitations of administrators for the palette by email address or id. */
export const findInvitations: Find = async (text, tenantId) => {
  const invitations = await readList(administratorInvitationsApi.list, {}, tenantId);
  return namedLike(invitations, text, ({ email }) => [email]).map(({ id, email }) => ({
    id,
    label: email,
    note: id,
    icon: IconMail,
    to: administratorsPath,
  }));
};
