import { type NewMfaVerification, type UserMfaVerification, userMfaApi } from '@postern/contracts/people/user-mfa';
import type { User } from '@postern/contracts/people/users';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { labelOf } from '../label.ts';
import { CardList } from '../shared/card-list.tsx';
import classes from '../user-details.module.css';
import { AddFactor } from './add-factor.tsx';
import { factorIcons } from './factor-icons.ts';
import { NewFactorDialog } from './new-factor-dialog.tsx';

/** The second factors of a user. */
export function FactorsCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const read = useRead(userMfaApi.list, { params: { userId: user.id } }, { quiet: true });
  const [added, setAdded] = useState<NewMfaVerification>();
  return (
    <FormCard title={t('userDetails.factors.title')} help={t('userDetails.factors.help')}>
      <CardList
        label={t('userDetails.factors.title')}
        read={read}
        none={t('userDetails.factors.none')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(factor) => <RemoveFactor user={user} factor={factor} />}
        add={read.data && <AddFactor user={user} present={read.data} onAdded={setAdded} />}
      />
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
