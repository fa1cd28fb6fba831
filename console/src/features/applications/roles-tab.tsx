import { applicationsApi } from '@postern/contracts/applications';
import { HolderRoles } from '#features/roles/holder-roles.tsx';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';
import { applicationPath } from './paths.ts';

export function RolesTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  return application && <HolderRoles holder={{ kind: 'application', id, name: application.name }} />;
}
