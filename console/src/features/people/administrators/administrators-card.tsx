import { type Administrator, administratorsApi } from '@postern/contracts/people/administrators';
import { useTranslation } from 'react-i18next';
import { CardList } from '#features/people/users/shared/card-list.tsx';
import { administratorPath } from '#paths/administrators.ts';
import { useRead } from '#platform/client/use-read.ts';
import type { CardColumn } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { idTokenClaims } from '#platform/session/claims.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { AdministratorMenu } from './administrator-menu.tsx';
import classes from './administrators.module.css';
import { nameAdministrator } from './name-administrator.ts';

export function AdministratorsCard() {
  const { t } = useTranslation();
  const read = useRead(administratorsApi.list, {}, { quiet: true });
  return (
    <ListCard title={t('nav.administrators')} help={t('administrators.help')}>
      <CardList
        label={t('nav.administrators')}
        read={read}
        none={t('list.nothing')}
        rowKey={({ id }) => id}
        columns={useColumns()}
        menu={(administrator) => <AdministratorMenu administrator={administrator} />}
      />
    </ListCard>
  );
}

function Person({ administrator }: { administrator: Administrator }) {
  const { t } = useTranslation();
  const name = nameAdministrator(administrator);
  const { id, avatar, primaryEmail, isSuspended } = administrator;
  return (
    <span className={classes.person}>
      <Avatar key={avatar} name={name} src={avatar} />
      <span className={classes.names}>
        <span className={classes.name}>
          {isReadOnly() ? (
            <span className="truncate">{name}</span>
          ) : (
            <PageLink className="link truncate" to={administratorPath} params={{ id }}>
              {name}
            </PageLink>
          )}
          {id === idTokenClaims()?.sub && (
            <Tag tone="outline" small>
              {t('tenantSettings.members.you')}
            </Tag>
          )}
          {isSuspended && (
            <Tag tone="warning" small>
              {t('users.suspended')}
            </Tag>
          )}
        </span>
        {primaryEmail && primaryEmail !== name && <span className={`${classes.second} truncate`}>{primaryEmail}</span>}
      </span>
    </span>
  );
}

function useColumns(): CardColumn<Administrator>[] {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  return [
    {
      id: 'person',
      title: t('tenantSettings.members.columns.person'),
      cell: (administrator) => <Person administrator={administrator} />,
    },
    {
      id: 'role',
      title: t('tenantSettings.columns.role'),
      width: '160px',
      cell: ({ role }) => <Tag tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`administrators.roles.${role}`)}</Tag>,
    },
    {
      id: 'since',
      title: t('tenantSettings.members.columns.joined'),
      width: '150px',
      isLabeled: true,
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
    {
      id: 'latest',
      title: t('tenantSettings.members.columns.latest'),
      width: '190px',
      isLabeled: true,
      cell: ({ lastSignInAt }) => <span className="tabular">{lastSignInAt ? dateTime(lastSignInAt) : '–'}</span>,
    },
  ];
}
