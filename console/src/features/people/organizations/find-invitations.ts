import {
  type OrganizationInvitation,
  organizationInvitationsApi,
} from '@postern/contracts/people/organization-invitations';
import { IconMail } from '@tabler/icons-react';
import { organizationInvitationsPath } from '#paths/organizations.ts';
import { call } from '#platform/client/call.ts';
import type { Find } from '#platform/palette/commands.ts';
import { isId } from '#platform/palette/find-in-list.ts';

/** Finds invitations to organizations for the palette by email address or id. */
export const findInvitations: Find = async (text, tenantId, signal) => {
  const found: OrganizationInvitation[] = [];
  if (isId(text)) {
    found.push((await call(organizationInvitationsApi.get, { params: { id: text } }, tenantId, signal)).data);
  } else if (text.includes('@')) {
    const query = { invitee: text, page: '1', page_size: '5' };
    found.push(...(await call(organizationInvitationsApi.list, { query }, tenantId, signal)).data);
  }
  return found.map(({ id, invitee, organizationId }) => ({
    id,
    label: invitee,
    note: id,
    icon: IconMail,
    to: organizationInvitationsPath,
    params: { id: organizationId },
  }));
};
