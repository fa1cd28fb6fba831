import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { IconMail } from '@tabler/icons-react';
import { invitationsPath, membersPath } from '#paths/tenant-settings.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';
import { memberName } from './member-name.ts';

/** Finds members of the tenant for the palette by name, username, email address or id. */
export const findMembers: Find = async (text, tenantId, signal) => {
  const input = { params: { id: tenantId }, query: { q: text, page: '1', page_size: '5' } };
  const { data } = await call(tenantMembersApi.list, input, tenantId, signal);
  return data.map((member) => ({
    id: member.id,
    label: memberName(member),
    note: text === member.id ? member.id : (member.primaryEmail ?? undefined),
    person: { name: memberName(member), avatar: member.avatar },
    to: membersPath,
  }));
};

/** How many invitations are looked at, the newest first. */
const mostRead = '100';

/** Finds invitations to the tenant for the palette by email address or id. */
export const findInvitations: Find = async (text, tenantId) => {
  const input = { params: { id: tenantId }, query: { page: '1', page_size: mostRead } };
  const invitations = await readList(tenantInvitationsApi.list, input, tenantId);
  return namedLike(invitations, text, ({ invitee }) => [invitee]).map(({ id, invitee }) => ({
    id,
    label: invitee,
    note: id,
    icon: IconMail,
    to: invitationsPath,
  }));
};
