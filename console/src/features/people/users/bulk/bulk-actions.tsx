import { Button, Menu } from '@mantine/core';
import { type BulkKind, maxNamed, type StartBulkJob, userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { usersApi } from '@postern/contracts/people/users';
import { IconBan, IconCircleCheck, IconDots, IconTrash, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RolePicker } from '#features/access/roles/shared/role-picker.tsx';
import { call } from '#platform/client/call.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showError } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { AssignDialog } from '#platform/pick/assign-dialog.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { filterOf, type UsersList } from '../list/filters.ts';
import classes from './bulk.module.css';

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

type PickRolesDialogProps = {
  kind: 'assign-roles' | 'remove-roles';
  count: number;
  busy: boolean;
  onPicked: (roleIds: string[]) => void;
  onClose: () => void;
};

function PickRolesDialog({ kind, count, busy, onPicked, onClose }: PickRolesDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isAssigning = kind === 'assign-roles';
  const how = { count, number: number(count) };
  return (
    <AssignDialog
      title={t(isAssigning ? 'userList.bulk.assignTitle' : 'userList.bulk.removeTitle', how)}
      description={t(isAssigning ? 'userList.bulk.assignHelp' : 'userList.bulk.removeHelp')}
      confirm={t(isAssigning ? 'userList.bulk.assignRoles' : 'userList.bulk.removeRoles')}
      busy={busy}
      onAssign={onPicked}
      onClose={onClose}
      pick={(chosen, onChange) => <RolePicker type="User" chosen={chosen} onChange={onChange} autoFocus />}
    />
  );
}

/** The selected users: a list of ids, or all matching ones with exceptions. */
export type Selected = Pick<StartBulkJob, 'userIds' | 'filter' | 'excludedIds'>;

function selectedOf(list: UsersList): Selected {
  const named = [...list.selected];
  return list.isAllSelected
    ? { filter: filterOf(list), ...(named.length > 0 ? { excludedIds: named } : {}) }
    : { userIds: named };
}

const isTooLong = ({ userIds, excludedIds }: Selected) => (userIds ?? excludedIds ?? []).length > maxNamed;

/** The number of selected users. The list count is capped, but the number typed before a deletion must be exact. */
async function countSelected({ userIds, filter, excludedIds = [] }: Selected, tenantId: string): Promise<number> {
  if (!filter) {
    return userIds?.length ?? 0;
  }
  const { total } = await call(usersApi.list, { query: { ...filter, page: '1', page_size: '1' } }, tenantId);
  return Math.max(0, (total ?? 0) - excludedIds.length);
}
