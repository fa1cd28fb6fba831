import { Switch } from '@mantine/core';
import { applicationAccessApi, type NamedApplicationAccess } from '@postern/contracts/access/application-access';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { ReadSwitch } from '#platform/form/read-value.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { OrganizationRoleRules, OrganizationRules, RoleRules, UserRules } from './access-rules.tsx';
import { countRules } from './change-access.ts';

/** Tab of an application: who may use it. */
export function AccessTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  const read = useRead(applicationAccessApi.listNames, { params: { applicationId: id } }, { quiet: true });
  if (read.error && !read.data) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  if (!application || !read.data) {
    return (
      <Cards>
        <FormCardSkeleton fields={1} />
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  const props = { applicationId: id, access: read.data };
  return (
    <Cards>
      <AccessSwitch application={application} access={read.data} />
      <UserRules {...props} />
      <RoleRules {...props} />
      <OrganizationRules {...props} />
      <OrganizationRoleRules {...props} />
    </Cards>
  );
}

type AccessSwitchProps = { application: Application; access: NamedApplicationAccess };

/** Applies at once: the rules below apply with it. */
function AccessSwitch({ application, access }: AccessSwitchProps) {
  const { t } = useTranslation();
  const { id, type, appLevelAccessControlEnabled: isOn } = application;
  const done = {
    onDone: (_: unknown, { body }: { body?: { appLevelAccessControlEnabled?: boolean | undefined } }) =>
      showSuccess(t(body?.appLevelAccessControlEnabled ? 'organizations.access.on' : 'organizations.access.off')),
  };
  const update = useWrite(applicationsApi.update, done);
  const updateSaml = useWrite(samlApplicationsApi.update, done);
  const write = type === 'SAML' ? updateSaml : update;
  const label = t('organizations.access.switch');
  const isEmpty = countRules(access) === 0;
  const help = t(isEmpty ? 'organizations.access.switchEmpty' : 'organizations.access.switchHelp');
  return (
    <FormCard title={t('organizations.access.title')} help={t('organizations.access.help')}>
      {isReadOnly() ? (
        <ReadSwitch label={label} help={help} isOn={isOn} />
      ) : (
        <Switch
          label={label}
          description={help}
          checked={isOn}
          disabled={write.isPending || (isEmpty && !isOn)}
          onChange={({ currentTarget }) =>
            write.mutate({ params: { id }, body: { appLevelAccessControlEnabled: currentTarget.checked } })
          }
        />
      )}
    </FormCard>
  );
}
