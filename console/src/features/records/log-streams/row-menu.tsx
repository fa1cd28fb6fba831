import { Menu } from '@mantine/core';
import type { LogStream } from '@postern/contracts/records/log-streams';
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDeleteStream, usePauseStream, useRestartStream } from './actions.ts';

type Props = { stream: LogStream; onEdit: () => void; onTest: () => void };

export function RowMenu({ stream, onEdit, onTest }: Props) {
  const { t } = useTranslation();
  const pause = usePauseStream();
  const restart = useRestartStream();
  const remove = useDeleteStream();
  const PauseIcon = stream.enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <MoreMenu name={stream.name}>
      <Menu.Item leftSection={<IconEdit size={18} stroke={1.5} />} onClick={onEdit}>
        {t('logStreams.editItem')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSend size={18} stroke={1.5} />} onClick={onTest}>
        {t('logStreams.test.open')}
      </Menu.Item>
      <Menu.Item leftSection={<PauseIcon size={18} stroke={1.5} />} onClick={() => pause(stream)}>
        {t(stream.enabled ? 'logStreams.pause' : 'logStreams.continue')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={() => void restart(stream)}>
        {t('logStreams.restart.open')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash size={18} stroke={1.5} />} onClick={() => void remove(stream)}>
        {t('actions.delete')}
      </Menu.Item>
    </MoreMenu>
  );
}
