import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { noteDelete } from '#platform/client/own-writes.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MoreMenu } from '#platform/ui/more-menu.tsx';

export function RowMenu({ application }: { application: Application }) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const remove = useDeleteApplication();
  const copy = () => {
    clipboard.copy(application.id);
    showSuccess(t('actions.copied'));
  };
  return (
    <MoreMenu name={application.name}>
      <Menu.Item leftSection={<IconCopy size={18} stroke={1.5} />} onClick={copy}>
        {t('applications.copyId')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        data-danger
        leftSection={<IconTrash size={18} stroke={1.5} />}
        onClick={() => void remove(application)}
      >
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}

/** Asks for the name and deletes; `onDone` runs before lists are refreshed. */
export function useDeleteApplication(onDone?: () => unknown) {
  const { t } = useTranslation();
  const whenDone = {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('applications.danger.deleted'));
    },
  };
  const remove = useWrite(applicationsApi.remove, whenDone);
  const removeSaml = useWrite(samlApplicationsApi.remove, whenDone);
  return async ({ id, name, type }: Pick<Application, 'id' | 'name' | 'type'>) => {
    const confirmed = await confirm({
      title: t('applications.danger.confirmTitle', { name }),
      body: t('applications.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
      retype: name,
    });
    if (confirmed) {
      const input = { params: { id } };
      if (type === 'SAML') {
        // The page also reads it as an application. The write itself shows failures.
        await noteDelete(pathOf(applicationsApi.get, input.params), () => removeSaml.mutateAsync(input)).catch(
          () => {},
        );
      } else {
        remove.mutate(input);
      }
    }
  };
}
