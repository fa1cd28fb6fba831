import { applicationsApi } from '@postern/contracts/access/applications';
import { HolderRoles } from '#features/access/roles/shared/holder-roles.tsx';
import { applicationPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';

export function RolesTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  return application && <HolderRoles holder={{ kind: 'application', id, name: application.name }} />;
}
