import { Menu } from '@mantine/core';
import { type Application, type ApplicationSecret, applicationsApi } from '@postern/contracts/access/applications';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { SecretMenu } from '#platform/detail/secret-table.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';

export function ApplicationSecretMenu({ secret, onRename }: { secret: ApplicationSecret; onRename: () => void }) {
  const { t } = useTranslation();
  const { name, applicationId } = secret;
  const remove = useWrite(applicationsApi.removeSecret, {
    onDone: () => showSuccess(t('applications.secrets.deleted')),
  });
  return (
    <SecretMenu
      name={name}
      rename={t('applications.secrets.rename')}
      question={{ title: t('applications.secrets.deleteTitle', { name }), body: t('applications.secrets.deleteBody') }}
      onRename={onRename}
      onDelete={() => remove.mutate({ params: { id: applicationId, name } })}
    />
  );
}

/** The secret that older releases stored in the application itself; it can only be removed. */
export function LegacySecretMenu({ application }: { application: Application }) {
  const { t } = useTranslation();
  const retire = useWrite(applicationsApi.replaceLegacySecret, {
    onDone: () => showSuccess(t('applications.secrets.legacyRemoved')),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('applications.secrets.legacyTitle'),
      body: t('applications.secrets.legacyBody'),
      confirm: t('applications.secrets.legacyAction'),
      danger: true,
    });
    if (confirmed) {
      retire.mutate({ params: { id: application.id } });
    }
  };
  return (
    <MoreMenu name={t('applications.secrets.legacy')}>
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void ask()}>
        {t('applications.secrets.legacyAction')}
      </Menu.Item>
    </MoreMenu>
  );
}
