import { Button, Menu } from '@mantine/core';
import {
  type NewMfaVerification,
  type TemporaryCode,
  type UserMfaVerification,
  userMfaApi,
} from '@postern/contracts/people/user-mfa';
import type { User } from '@postern/contracts/people/users';
import { IconClock, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factorIcons } from '#features/experience/mfa/shared/factor-icons.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { CardList } from '../shared/card-list.tsx';
import { labelOf } from '../shared/label.ts';
import classes from '../user-details.module.css';
import { NewFactorDialog, TemporaryCodeDialog } from './new-factor-dialog.tsx';

/** The second factors of a user. */
export function FactorsCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(userMfaApi.list, { params: { userId: user.id } }, { quiet: true });
  const [added, setAdded] = useState<NewMfaVerification>();
  const [issued, setIssued] = useState<TemporaryCode>();
  return (
    <FormCard title={t('userDetails.factors.title')} help={t('userDetails.factors.help')}>
      <CardList
        label={t('userDetails.factors.title')}
        read={read}
        none={t('userDetails.factors.none')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(factor) => <RemoveFactor user={user} factor={factor} />}
        add={
          read.data && (
            <div className={classes.factorActions}>
              <AddFactor user={user} present={read.data} onAdded={setAdded} />
              {/* Codes to an address of the account are a factor without an entry in the list. */}
              {(read.data.length > 0 || user.primaryEmail || user.primaryPhone) && (
                <IssueTemporaryCode user={user} onIssued={setIssued} />
              )}
              {read.data.length > 0 && <ResetFactors user={user} />}
            </div>
          )
        }
      />
      {issued && <TemporaryCodeDialog issued={issued} name={labelOf(user)} onClose={() => setIssued(undefined)} />}
      {added && <NewFactorDialog added={added} name={labelOf(user)} onClose={() => setAdded(undefined)} />}
    </FormCard>
  );
}

function useColumns(): CardColumn<UserMfaVerification>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  return [
    {
      id: 'factor',
      title: t('userDetails.factors.factor'),
      cell: ({ type, name }) => {
        const Icon = factorIcons[type];
        return (
          <span className={classes.named}>
            <Icon size={18} stroke={1.5} aria-hidden />
            <span className="truncate" title={name}>
              {name || t(`userDetails.factors.types.${type}`)}
            </span>
          </span>
        );
      },
    },
    {
      id: 'about',
      title: t('userDetails.factors.about'),
      cell: ({ agent, remainCodes }) => {
        if (remainCodes !== undefined) {
          return t('userDetails.factors.remaining', { count: remainCodes });
        }
        return (
          agent && (
            <div className="truncate" title={agent}>
              {agent}
            </div>
          )
        );
      },
    },
    {
      id: 'added',
      title: t('userDetails.factors.added'),
      width: '132px',
      isLabeled: true,
      cell: ({ createdAt }) => <span className="tabular">{date(Date.parse(createdAt))}</span>,
    },
  ];
}

function RemoveFactor({ user, factor }: { user: User; factor: UserMfaVerification }) {
  const { t } = useTranslation();
  const what = factor.name || t(`userDetails.factors.types.${factor.type}`);
  const remove = useWrite(userMfaApi.remove, { onDone: () => showSuccess(t('userDetails.factors.removed')) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.factors.removeTitle', { what, name: labelOf(user) }),
      body: t('userDetails.factors.removeBody'),
      confirm: t('userDetails.factors.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId: user.id, verificationId: factor.id } });
    }
  };
  return (
    <IconButton label={t('actions.remove', { what })} size="small" onClick={() => void ask()}>
      <IconTrash size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

/** For a person who cannot use their factors right now, for example on a trip without their phone. */
function IssueTemporaryCode({ user, onIssued }: { user: User; onIssued: (issued: TemporaryCode) => void }) {
  const { t } = useTranslation();
  const create = useWrite(userMfaApi.createTemporaryCode, { onDone: onIssued });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.factors.temporary.askTitle', { name: labelOf(user) }),
      body: t('userDetails.factors.temporary.askBody'),
      confirm: t('userDetails.factors.temporary.create'),
    });
    if (confirmed) {
      create.mutate({ params: { userId: user.id }, body: {} });
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconClock size={16} stroke={1.5} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('userDetails.factors.temporary.action')}
    </Button>
  );
}

/** For a person who lost all factors. */
function ResetFactors({ user }: { user: User }) {
  const { t } = useTranslation();
  const remove = useWrite(userMfaApi.removeAll, { onDone: () => showSuccess(t('userDetails.factors.reset.done')) });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.factors.reset.title', { name: labelOf(user) }),
      body: t('userDetails.factors.reset.body'),
      confirm: t('userDetails.factors.reset.confirm'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { userId: user.id } });
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
      onClick={() => void ask()}
    >
      {t('userDetails.factors.reset.action')}
    </Button>
  );
}

type AddFactorProps = {
  user: User;
  present: readonly UserMfaVerification[];
  /** Called with the values that are shown only once. */
  onAdded: (added: NewMfaVerification) => void;
};

/** The factor types that an administrator can add and the user does not have yet. */
function AddFactor({ user, present, onAdded }: AddFactorProps) {
  const { t } = useTranslation();
  // Runs before the list is refreshed: the values must be shown even if the refresh fails.
  const create = useWrite(userMfaApi.create, { onDone: onAdded });
  const has = (type: UserMfaVerification['type']) => present.some((factor) => factor.type === type);
  const kinds = (['Totp', 'BackupCode'] as const).filter((type) => !has(type));
  // Backup codes require another factor.
  const isAlone = present.length === 0;
  const add = async (type: 'Totp' | 'BackupCode') => {
    const confirmed = await confirm({
      title: t(`userDetails.factors.add.${type}.title`, { name: labelOf(user) }),
      body: t(`userDetails.factors.add.${type}.body`),
      confirm: t('userDetails.factors.add.action'),
    });
    if (confirmed) {
      create.mutate({ params: { userId: user.id }, body: { type } });
    }
  };
  if (kinds.length === 0) {
    return null;
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
          {t('userDetails.factors.add.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((type) => {
          const Icon = factorIcons[type];
          const isRefused = type === 'BackupCode' && isAlone;
          return (
            <Menu.Item
              key={type}
              disabled={isRefused}
              leftSection={<Icon size={18} stroke={1.5} />}
              onClick={() => void add(type)}
            >
              {t(isRefused ? 'userDetails.factors.add.needsAnother' : `userDetails.factors.types.${type}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
