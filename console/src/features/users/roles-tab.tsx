import { usersApi } from '@postern/contracts/users';
import { HolderRoles } from '#features/roles/holder-roles.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';
import { labelOf } from './label.ts';
import { userPath } from './paths.ts';

export function RolesTab() {
  const { id } = usePathParams(userPath);
  const { data: user } = useRead(usersApi.get, { params: { userId: id } });
  return user && <HolderRoles holder={{ kind: 'user', id, name: labelOf(user) }} />;
}
