import { administratorsApi } from '@postern/contracts/people/administrators';
import { useTranslation } from 'react-i18next';
import { SessionsCard } from '#features/people/user-sessions/shared/sessions-card.tsx';
import { administratorPath, administratorsPath } from '#paths/administrators.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { nameAdministrator } from './name-administrator.ts';

const sessionsApi = {
  list: administratorsApi.listSessions,
  remove: administratorsApi.endSession,
  removeAll: administratorsApi.endSessions,
};

/** Where an administrator is signed in. */
export function AdministratorPage() {
  const { t } = useTranslation();
  const { id } = usePathParams(administratorPath);
  const { data, error, refetch } = useRead(administratorsApi.list, {}, { quiet: true });
  const administrator = data?.find((one) => one.id === id);
  if (error && !data) {
    return <LoadFailed error={error} retry={refetch} />;
  }
  if ((data && !administrator) || isReadOnly()) {
    return <NotFound />;
  }
  const name = administrator && nameAdministrator(administrator);
  return (
    <PageBody>
      <Breadcrumb
        parents={[{ to: administratorsPath, label: t('nav.administrators') }]}
        current={name ?? t('states.loading')}
      />
      {administrator && name !== undefined ? (
        <DetailHeader
          image={<Avatar name={name} src={administrator.avatar} />}
          name={name}
          tags={<Tag tone="neutral">{t(`administrators.roles.${administrator.role}`)}</Tag>}
          id={id}
          copyLabel={t('users.copyId')}
        />
      ) : (
        <DetailHeaderSkeleton round />
      )}
      <Cards>
        <SessionsCard userId={id} api={sessionsApi} />
      </Cards>
    </PageBody>
  );
}
