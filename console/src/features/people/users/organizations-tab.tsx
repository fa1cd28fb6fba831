import { defaultPageSize } from '@postern/contracts/fields';
import { usersApi } from '@postern/contracts/people/users';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { userPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { IdCell } from '#platform/list/id-cell.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './user-details.module.css';

const shownRoles = 3;

/** Organizations of the user, with roles. The API returns all of them at once. */
export function OrganizationsTab() {
  const { t } = useTranslation();
  const { id } = usePathParams(userPath);
  const list = useListState();
  const read = useRead(usersApi.listOrganizations, { params: { userId: id } }, { quiet: true });
  const first = (list.page - 1) * defaultPageSize;
  const words = (names: readonly { name: string }[]) => names.map(({ name }) => name).join(', ');
  return (
    <TabBody>
      <DataTable
        label={t('userDetails.organizations.title')}
        lead={{
          title: t('userDetails.organizations.name'),
          width: '34%',
          image: () => <Tile icon={IconBuilding} />,
          name: ({ name }) => name,
          second: ({ organizationRoles }) => words(organizationRoles),
        }}
        columns={[
          {
            id: 'id',
            title: t('userDetails.organizations.id'),
            width: '28%',
            cell: (organization) => (
              <IdCell
                id={organization.id}
                copyLabel={t('actions.copyWhat', { what: t('userDetails.organizations.id') })}
              />
            ),
          },
          {
            id: 'roles',
            title: t('userDetails.organizations.roles'),
            cell: ({ organizationRoles: roles }) =>
              roles.length > 0 ? (
                <span className={classes.tags} title={words(roles)}>
                  {roles.slice(0, shownRoles).map((role) => (
                    <Tag key={role.id}>{role.name}</Tag>
                  ))}
                  {roles.length > shownRoles && <Tag tone="outline">+{roles.length - shownRoles}</Tag>}
                </span>
              ) : (
                t('userDetails.organizations.noRole')
              ),
          },
        ]}
        rowKey={(organization) => organization.id}
        list={list}
        read={{
          ...read,
          data: read.data && { items: read.data.slice(first, first + defaultPageSize), total: read.data.length },
        }}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('userDetails.organizations.emptyTitle')}
            body={t('userDetails.organizations.emptyBody')}
          />
        }
      />
    </TabBody>
  );
}
