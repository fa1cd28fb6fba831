import { Button } from '@mantine/core';
import { resourcesApi } from '@postern/contracts/access/resources';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createResourcePath, resourcePermissionsPath } from '#paths/resources.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { AcknowledgedNotice } from '#platform/feedback/acknowledged-notice.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
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
import { ResourceTags } from './resource-tags.tsx';
import { RowMenu } from './row-menu.tsx';

export function ListPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const list = useListState();
  const read = useReadPage(resourcesApi.list, { query: list.query });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.resources')}
        tag={<PlanTag of="resourcesLimit" />}
        purpose={t('resources.purpose')}
        actions={!isEmpty && <CreateButton />}
        isPending={read.isPending}
      />
      <AcknowledgedNotice
        of="managementApiAcknowledged"
        title={t('resources.management.title')}
        body={t('resources.management.body')}
      />
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('resources.search')}
            placeholder={t('resources.searchPlaceholder')}
            value={list.search}
            onSearch={list.setSearch}
          />
        </Toolbar>
      )}
      <DataTable
        label={t('nav.resources')}
        lead={{
          title: t('resources.columns.name'),
          sort: 'name',
          image: () => <Tile icon={IconBox} />,
          name: ({ name }) => name,
          second: ({ indicator }) => indicator,
          after: (resource) => <ResourceTags resource={resource} />,
          to: ({ id }) => ({ page: resourcePermissionsPath, params: { id } }),
        }}
        columns={[
          {
            id: 'identifier',
            title: t('resources.columns.identifier'),
            width: '40%',
            cell: ({ indicator }) => <IdCell id={indicator} copyLabel={t('resources.copyIdentifier')} />,
          },
          {
            id: 'lifetime',
            title: t('resources.columns.lifetime'),
            width: '148px',
            hideUnder: 900,
            cell: ({ accessTokenTtl }) => (
              <span className="tabular">{t('resources.seconds', { number: number(accessTokenTtl) })}</span>
            ),
          },
        ]}
        rowKey={({ id }) => id}
        menu={(resource) => <RowMenu resource={resource} />}
        bulk={
          <BulkDelete
            contract={resourcesApi.remove}
            inputOf={(id) => ({ params: { id } })}
            list={list}
            consequence={t('resources.danger.consequence')}
          />
        }
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t('resources.emptyTitle')}
            body={t('resources.emptyBody')}
            actions={<CreateButton />}
          />
        }
      />
    </PageBody>
  );
}

function CreateButton() {
  const { t } = useTranslation();
  return (
    <Button component={PageLink} to={createResourcePath} leftSection={<IconPlus size={18} stroke={2} aria-hidden />}>
      {t('resources.create')}
    </Button>
  );
}
