import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';

type Person = NonNullable<Invitation['inviter']>;

export const memberName = ({ name, username, primaryEmail, id }: Person) => name || username || primaryEmail || id;
