import type { TenantMember } from '@postern/contracts/tenant-members';

export const memberName = ({ name, username, primaryEmail, id }: TenantMember) =>
  name || username || primaryEmail || id;
