import { usersApi } from '@postern/contracts/people/users';
import { HolderRoles } from '#features/access/roles/shared/holder-roles.tsx';
import { userPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';
import { labelOf } from './shared/label.ts';

export function RolesTab() {
  const { id } = usePathParams(userPath);
  const { data: user } = useRead(usersApi.get, { params: { userId: id } });
  return user && <HolderRoles holder={{ kind: 'user', id, name: labelOf(user) }} />;
}
