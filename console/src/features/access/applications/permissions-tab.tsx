import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { useTranslation } from 'react-i18next';
import { applicationPath, dynamicClientsPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTableNote } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { PermissionCards } from './shared/permission-cards.tsx';

/** The permissions that a third-party application may request from users. */
export function PermissionsTab() {
  const { id } = usePathParams(applicationPath);
  const registration = useRead(dynamicClientsApi.getRegistration, { params: { id } }, { quiet: true });
  const read = useRead(applicationConsentApi.listScopes, { params: { applicationId: id } }, { quiet: true });
  const add = useWrite(applicationConsentApi.addScopes);
  const remove = useWrite(applicationConsentApi.removeScope);
  if (registration.data) {
    return <GovernedNote />;
  }
  return (
    <PermissionCards
      source={{
        read,
        add: (body) => add.mutateAsync({ params: { applicationId: id }, body }),
        remove: ({ type, id: scopeId }) =>
          remove.mutateAsync({ params: { applicationId: id, scopeType: type, scopeId } }),
      }}
    />
  );
}

/** An application that registered itself has no permissions of its own. */
function GovernedNote() {
  const { t } = useTranslation();
  return (
    <Cards>
      <ListCard title={t('applications.permissions.governed.title')} help={t('applications.permissions.governed.help')}>
        <CardTableNote>
          <PageLink to={dynamicClientsPath}>{t('applications.permissions.governed.link')}</PageLink>
        </CardTableNote>
      </ListCard>
    </Cards>
  );
}
