import { Button } from '@mantine/core';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createOrganizationPath, organizationSettingsPath } from '#paths/organizations.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { BulkDelete } from '#platform/list/bulk-delete.tsx';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { IdCell } from '#platform/list/id-cell.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { MemberCount, useMemberCount } from './member-count.tsx';
import { RowMenu } from './row-menu.tsx';

export function ListPage() {
  const { t } = useTranslation();
  const list = useListState();
  const { page, page_size } = list.query;
  const read = useReadPage(organizationsApi.list, {
    query: { q: list.search || undefined, showFeatured: '1', page, page_size },
  });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  const countText = useMemberCount();
  return (
    <PageBody>
      <PageHeader
        title={t('nav.organizations')}
        tag={<PlanTag of="organizationsLimit" />}
        purpose={t('organizations.purpose')}
        actions={!isEmpty && <CreateButton />}
        isPending={read.isPending}
      />
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('organizations.search')}
            placeholder={t('organizations.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('nav.organizations')}
        lead={{
          title: t('organizations.columns.organization'),
          image: () => <Tile icon={IconBuilding} />,
          name: ({ name }) => name,
          second: countText,
          to: ({ id }) => ({ page: organizationSettingsPath, params: { id } }),
        }}
        columns={[
          {
            id: 'id',
            title: t('organizations.columns.id'),
            width: '28%',
            cell: ({ id }) => <IdCell id={id} copyLabel={t('organizations.copyId')} />,
          },
          {
            id: 'members',
            title: t('organizations.columns.members'),
            width: '220px',
            cell: (organization) => <MemberCount organization={organization} />,
          },
        ]}
        rowKey={({ id }) => id}
        menu={(organization) => <RowMenu organization={organization} />}
        bulk={
          <BulkDelete
            contract={organizationsApi.remove}
            inputOf={(id) => ({ params: { id } })}
            list={list}
            consequence={t('organizations.danger.consequence')}
          />
        }
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('organizations.emptyTitle')}
            body={t('organizations.emptyBody')}
            actions={<CreateButton />}
          />
        }
      />
      <Outlet />
    </PageBody>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button
      component={PageLink}
      to={createOrganizationPath}
      search
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('organizations.create')}
    </Button>
  );
}
