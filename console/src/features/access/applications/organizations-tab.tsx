import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { IdCell } from '#platform/list/id-cell.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './applications.module.css';

const shownRoles = 3;

/** The organizations of a machine, with its roles. */
export function OrganizationsTab() {
  const { t } = useTranslation();
  const { id } = usePathParams(applicationPath);
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(applicationConsentApi.listOrganizations, { params: { id }, query: { page, page_size } });
  return (
    <TabBody>
      <DataTable
        label={t('applications.organizations.title')}
        lead={{
          title: t('applications.organizations.name'),
          width: '34%',
          image: () => <Tile icon={IconBuilding} />,
          name: ({ name }) => name,
          second: ({ organizationRoles }) => organizationRoles.map(({ name }) => name).join(', '),
        }}
        columns={[
          {
            id: 'id',
            title: t('applications.organizations.id'),
            width: '28%',
            cell: (organization) => (
              <IdCell
                id={organization.id}
                copyLabel={t('actions.copyWhat', { what: t('applications.organizations.id') })}
              />
            ),
          },
          {
            id: 'roles',
            title: t('applications.organizations.roles'),
            cell: ({ organizationRoles }) =>
              organizationRoles.length > 0 ? (
                <span className={classes.tags} title={organizationRoles.map(({ name }) => name).join(', ')}>
                  {organizationRoles.slice(0, shownRoles).map((role) => (
                    <Tag key={role.id}>{role.name}</Tag>
                  ))}
                  {organizationRoles.length > shownRoles && (
                    <Tag tone="outline">+{organizationRoles.length - shownRoles}</Tag>
                  )}
                </span>
              ) : (
                t('applications.organizations.noRole')
              ),
          },
        ]}
        rowKey={(organization) => organization.id}
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('applications.organizations.emptyTitle')}
            body={t('applications.organizations.emptyBody')}
          />
        }
      />
    </TabBody>
  );
}
