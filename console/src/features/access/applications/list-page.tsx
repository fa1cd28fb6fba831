import { Button } from '@mantine/core';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  applicationSettingsPath,
  applicationsPath,
  createApplicationPath,
  thirdPartyApplicationsPath,
} from '#paths/applications.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { BulkDelete } from '#platform/list/bulk-delete.tsx';
import type { Column, Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { IdCell } from '#platform/list/id-cell.tsx';
import { useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './applications.module.css';
import { creatableKinds } from './creatable-kinds.ts';
import { hasLeft, useCreatorName, useCreators } from './creators.tsx';
import { kindIcons } from './kinds.ts';
import { RowMenu } from './row-menu.tsx';

export function ListPage() {
  return <ApplicationList isThirdParty={false} />;
}

export function ThirdPartyListPage() {
  return <ApplicationList isThirdParty />;
}

function ApplicationList({ isThirdParty }: { isThirdParty: boolean }) {
  const { t } = useTranslation();
  const list = useListState(['types']);
  const whose = String(isThirdParty) as 'true' | 'false';
  const read = useReadPage(applicationsApi.list, { query: { ...list.query, isThirdParty: whose } });
  const isEmpty = read.data?.total === 0 && !list.isFiltered;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.applications')}
        tag={isThirdParty && <PlanTag of="thirdPartyApplicationsLimit" />}
        purpose={t('applications.purpose')}
        actions={!isEmpty && <CreateButton isThirdParty={isThirdParty} />}
        isPending={read.isPending}
      />
      <ListTabs isThirdParty={isThirdParty} />
      {!isEmpty && (
        <Toolbar>
          <SearchField
            label={t('applications.searchLabel')}
            placeholder={t('applications.search')}
            value={list.search}
            onSearch={list.setSearch}
          />
          {!isThirdParty && (
            <Filter
              label={t('applications.columns.type')}
              options={creatableKinds.map((kind) => ({ value: kind, label: t(`applications.types.${kind}`) }))}
              values={list.filters.types}
              onChange={(values) => list.setFilter('types', values)}
            />
          )}
        </Toolbar>
      )}
      <DataTable
        label={t(isThirdParty ? 'applications.lists.thirdParty' : 'applications.lists.own')}
        lead={useLead()}
        columns={useColumns(read.data?.items)}
        rowKey={(application) => application.id}
        menu={(application) => <RowMenu application={application} />}
        bulk={
          <BulkDelete
            contract={applicationsApi.remove}
            contractOf={useRemovalOf(read.data?.items)}
            inputOf={(id) => ({ params: { id } })}
            list={list}
            consequence={t('applications.danger.consequence')}
          />
        }
        list={list}
        read={read}
        empty={
          <EmptyState
            art={<EmptyArt />}
            title={t(isThirdParty ? 'applications.noThirdPartyTitle' : 'applications.emptyTitle')}
            body={t(isThirdParty ? 'applications.noThirdPartyBody' : 'applications.emptyBody')}
            actions={<CreateButton isThirdParty={isThirdParty} />}
          />
        }
      />
    </PageBody>
  );
}

/** SAML applications have their own operation. Remembers the types of other pages of the list, whose rows stay selected. */
function useRemovalOf(items = none) {
  const saml = useRef(new Set<string>());
  for (const { id, type } of items) {
    if (type === 'SAML') {
      saml.current.add(id);
    }
  }
  return (id: string) => (saml.current.has(id) ? samlApplicationsApi.remove : applicationsApi.remove);
}

/** The total without a search, read with the smallest page size. */
function useCount(isThirdParty: 'true' | 'false'): number | null {
  const query = { isThirdParty, page: '1', page_size: '1' };
  return useReadPage(applicationsApi.list, { query }, { quiet: true }).data?.total ?? null;
}

function ListTabs({ isThirdParty }: { isThirdParty: boolean }) {
  const [own, thirdParty] = [useCount('false'), useCount('true')];
  return (
    <NavTabs
      of={applicationsPath}
      overList
      counts={{ [applicationsPath.path]: own, [thirdPartyApplicationsPath.path]: thirdParty }}
      current={isThirdParty ? thirdPartyApplicationsPath : applicationsPath}
    />
  );
}

function CreateButton({ isThirdParty }: { isThirdParty: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      component={PageLink}
      to={createApplicationPath}
      search={isThirdParty ? { thirdParty: 'true' } : undefined}
      leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
    >
      {t('applications.create')}
    </Button>
  );
}

function useLead(): Lead<Application> {
  const { t } = useTranslation();
  return {
    title: t('applications.columns.name'),
    width: '24%',
    sort: 'name',
    image: ({ type }) => <Tile icon={kindIcons[type]} />,
    name: ({ name }) => name,
    second: ({ type }) => t(`applications.types.${type}`),
    to: ({ id }) => ({ page: applicationSettingsPath, params: { id } }),
  };
}

const none: Application[] = [];

function useColumns(items = none): Column<Application>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const creators = useCreators(items.map(({ id }) => id));
  const creatorName = useCreatorName();
  return [
    {
      id: 'type',
      title: t('applications.columns.type'),
      width: '176px',
      cell: ({ type }) => t(`applications.types.${type}`),
    },
    {
      id: 'id',
      title: t('applications.columns.id'),
      cell: ({ id }) => <IdCell id={id} copyLabel={t('applications.copyId')} />,
    },
    {
      id: 'creator',
      title: t('applications.columns.creator'),
      width: '18%',
      hideUnder: 1200,
      cell: ({ id }) => {
        const creator = creators?.get(id);
        return (
          creator !== undefined && (
            <span className={classes.creator}>
              <span className="truncate">{creatorName(creator)}</span>
              {hasLeft(creator) && (
                <Tag tone="warning" small>
                  {t('applications.creator.left')}
                </Tag>
              )}
            </span>
          )
        );
      },
    },
    {
      id: 'created',
      title: t('applications.columns.created'),
      sort: 'createdAt',
      width: '130px',
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
  ];
}
