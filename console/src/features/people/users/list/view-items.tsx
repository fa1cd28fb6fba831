import { Menu } from '@mantine/core';
import { userViewsApi } from '@postern/contracts/people/user-views';
import {
  IconArrowBackUp,
  IconBookmark,
  IconDeviceFloppy,
  IconHome,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import type { View } from './use-view.ts';

const icon = { size: 18, stroke: 1.5 } as const;

type ViewItemsProps = { view: View; onSaveAs: () => void; onRename: () => void };

/** Actions for the current view, and saving the current state as a view. */
export function ViewItems({ view, onSaveAs, onRename }: ViewItemsProps) {
  const { t } = useTranslation();
  const { current, isChanged, content, open } = view;
  const update = useWrite(userViewsApi.update);
  const remove = useWrite(userViewsApi.remove, {
    onDone: () => {
      open(undefined, true);
      showSuccess(t('userList.views.deleted'));
    },
  });
  if (!current) {
    return (
      <Menu.Item leftSection={<IconPlus {...icon} />} onClick={onSaveAs}>
        {t('userList.views.saveAs')}
      </Menu.Item>
    );
  }
  const params = { id: current.id };
  const change = async (body: Parameters<typeof update.mutateAsync>[0]['body'], said: string) => {
    const saved = await update.mutateAsync({ params, body });
    showSuccess(said);
    return saved;
  };
  const askAndDelete = async () => {
    const confirmed = await confirm({
      title: t('userList.views.deleteTitle', { name: current.name }),
      body: t(current.isShared ? 'userList.views.deleteShared' : 'userList.views.deleteBody'),
      confirm: t('userList.views.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params });
    }
  };
  return (
    <>
      {isChanged && (
        <>
          <Menu.Item
            leftSection={<IconDeviceFloppy {...icon} />}
            onClick={() => void change(content, t('userList.views.saved')).then((saved) => open(saved, true))}
          >
            {t('userList.views.saveChanges')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => open(current, true)}>
            {t('userList.views.discardChanges')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconPlus {...icon} />} onClick={onSaveAs}>
        {t('userList.views.saveAs')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
        {t('userList.views.rename')}
      </Menu.Item>
      {(current.isMine || !current.isShared) && (
        <Menu.Item
          leftSection={<IconUsersGroup {...icon} />}
          onClick={() =>
            void change(
              { isShared: !current.isShared },
              t(current.isShared ? 'userList.views.unshared' : 'userList.views.isShared'),
            )
          }
        >
          {t(current.isShared ? 'userList.views.unshare' : 'userList.views.share')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={current.isDefault ? <IconHome {...icon} /> : <IconBookmark {...icon} />}
        onClick={() =>
          void change(
            { isDefault: !current.isDefault },
            t(current.isDefault ? 'userList.views.defaultDropped' : 'userList.views.defaultSet'),
          )
        }
      >
        {t(current.isDefault ? 'userList.views.dropDefault' : 'userList.views.makeDefault')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => void askAndDelete()}>
        {t('userList.views.delete')}
      </Menu.Item>
    </>
  );
}
