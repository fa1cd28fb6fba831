import { Button, Menu } from '@mantine/core';
import { type BulkKind, maxNamed, userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { IconBan, IconCircleCheck, IconDots, IconTrash, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showError } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { useTenantId } from '#platform/tenant.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import type { UsersList } from '../list/filters.ts';
import classes from './bulk.module.css';
import { PickRolesDialog } from './pick-roles-dialog.tsx';
import { countSelected, isTooLong, selectedOf } from './selection.ts';

type Asking = { kind: 'assign-roles' | 'remove-roles'; count: number };

/** Actions for the selected users. Asks for confirmation, then runs in the background. */
export function BulkActions({ list, onStarted }: { list: UsersList; onStarted: (jobId: string) => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const tenantId = useTenantId();
  const [asking, setAsking] = useState<Asking>();
  const start = useWrite(userBulkApi.start, {
    onDone: (job) => {
      setAsking(undefined);
      list.clearSelection();
      onStarted(job.id);
    },
  });
  const run = (kind: BulkKind, roleIds?: string[]) =>
    start.mutate({ body: { kind, ...selectedOf(list), ...(roleIds ? { roleIds } : {}) } });

  /** Counts the users, asks for confirmation and starts the job. */
  async function begin(kind: BulkKind) {
    const selected = selectedOf(list);
    if (isTooLong(selected)) {
      showError(t('userList.bulk.tooMany', { number: number(maxNamed) }));
      return;
    }
    try {
      const count = await countSelected(selected, tenantId);
      if (kind === 'assign-roles' || kind === 'remove-roles') {
        setAsking({ kind, count });
      } else if (await confirm(question(kind, count))) {
        run(kind);
      }
    } catch (error) {
      showFailure(error);
    }
  }

  function question(kind: 'suspend' | 'unsuspend' | 'delete', count: number) {
    const words = { suspend: 'suspend', unsuspend: 'reactivate', delete: 'delete' } as const;
    const word = words[kind];
    return {
      title: t(`userList.bulk.${word}Title`, { count, number: number(count) }),
      body: t(`userList.bulk.${word}Body`),
      confirm: t(`userList.bulk.${word}`),
      danger: kind !== 'unsuspend',
      ...(kind === 'delete' ? { retype: String(count) } : {}),
    };
  }

  const quiet = { variant: 'quiet', size: 'xs' } as const;
  return (
    <>
      <Button {...quiet} leftSection={<IconUserShield {...icon} />} onClick={() => void begin('assign-roles')}>
        {t('userList.bulk.assignRoles')}
      </Button>
      <Button {...quiet} leftSection={<IconBan {...icon} />} onClick={() => void begin('suspend')}>
        {t('userList.bulk.suspend')}
      </Button>
      <Button
        {...quiet}
        classNames={{ inner: classes.danger ?? '' }}
        leftSection={<IconTrash {...icon} />}
        onClick={() => void begin('delete')}
      >
        {t('userList.bulk.delete')}
      </Button>
      <MoreActions onChoose={(kind) => void begin(kind)} />
      {asking && (
        <PickRolesDialog
          {...asking}
          busy={start.isPending}
          onPicked={(roleIds) => run(asking.kind, roleIds)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

function MoreActions({ onChoose }: { onChoose: (kind: BulkKind) => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <IconButton label={t('userList.bulk.more')} size="small" tooltip={false}>
          <IconDots {...icon} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCircleCheck {...icon} />} onClick={() => onChoose('unsuspend')}>
          {t('userList.bulk.reactivate')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserMinus {...icon} />} onClick={() => onChoose('remove-roles')}>
          {t('userList.bulk.removeRoles')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
