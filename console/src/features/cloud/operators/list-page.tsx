import { type OperatedTenant, operatorsApi, TenantFilter, tenantStates } from '@postern/contracts/cloud/operators';
import { TenantTag, tenantsApi } from '@postern/contracts/cloud/tenants';
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { regionLabel } from '#features/cloud/tenants/shared/regions.ts';
import { homeInArea, tenantInArea } from '#paths/operators.ts';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column, Lead } from '#platform/list/column.ts';
import { DataTable } from '#platform/list/data-table.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { Filter } from '#platform/list/filter.tsx';
import { type ListState, useListState } from '#platform/list/list-state.ts';
import { SearchField, Toolbar } from '#platform/list/toolbar.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { personName, planName } from './labels.ts';
import { StateTag } from './state-tag.tsx';

const filterNames = ['state', 'planId', 'tag', 'regionName'] as const;
type Filters = (typeof filterNames)[number];

const plans = ['free', 'dev', 'pro-202509'];

/** Filters of the URL; unknown values are ignored. */
function filterIn({ search, filters, sort, query }: ListState<Filters>) {
  const { state, planId, tag, regionName } = filters;
  const given = {
    q: search || undefined,
    state: state[0],
    planId: planId[0],
    tag: tag[0],
    regionName: regionName[0],
    sort,
  };
  const { success } = TenantFilter.safeParse(given);
  return { ...(success ? given : { q: given.q }), page: query.page, page_size: query.page_size };
}

/** All tenants of the installation. */
export function ListPage() {
  const { t } = useTranslation();
  const list = useListState(filterNames);
  // Values that passed the contract's schema fit its query.
  const read = useReadPage(operatorsApi.list, { query: filterIn(list) as Record<string, string> });
  return (
    <PageBody>
      <PageHeader
        title={t('operators.title')}
        purpose={t('operators.purpose')}
        actions={
          <PageLink to={homeInArea} className="link">
            {t('operators.home.title')}
          </PageLink>
        }
      />
      <Toolbar wrap>
        <SearchField
          label={t('operators.searchLabel')}
          placeholder={t('operators.search')}
          value={list.search}
          onSearch={list.setSearch}
        />
        <Filters list={list} />
      </Toolbar>
      <DataTable
        label={t('operators.title')}
        lead={useLead()}
        columns={useColumns()}
        rowKey={({ id }) => id}
        list={list}
        read={read}
        empty={<EmptyState art={<EmptyArt />} title={t('operators.emptyTitle')} body={t('operators.emptyBody')} />}
      />
    </PageBody>
  );
}

function Filters({ list }: { list: ListState<Filters> }) {
  const { t } = useTranslation();
  const { data } = useRead(tenantsApi.regions, {}, { quiet: true, staleTime: 300_000 });
  // A region in the URL is shown even before the list of regions is loaded.
  const regions = [...new Set([...(data?.regions.map(({ id }) => id) ?? []), ...list.filters.regionName])];
  const choices: Record<Filters, { value: string; label: string }[]> = {
    state: tenantStates.map((value) => ({ value, label: t(`operators.states.${value}`) })),
    planId: plans.map((value) => ({ value, label: planName(t, value) })),
    tag: TenantTag.options.map((value) => ({ value, label: t(`operators.tags.${value}`) })),
    regionName: regions.map((value) => ({ value, label: regionLabel(t, value) })),
  };
  return filterNames.map((name) => (
    <Filter
      key={name}
      single
      label={t(`operators.columns.${name}`)}
      options={choices[name]}
      values={list.filters[name]}
      onChange={(values) => list.setFilter(name, values)}
    />
  ));
}

function useLead(): Lead<OperatedTenant> {
  const { t } = useTranslation();
  return {
    title: t('operators.columns.name'),
    width: '24%',
    sort: 'name',
    image: () => <Tile icon={IconBuilding} />,
    name: ({ name }) => name,
    second: ({ id, state, planId }) => `${id} · ${planName(t, planId)} · ${t(`operators.states.${state}`)}`,
    to: ({ id }) => ({ page: tenantInArea, params: { id } }),
  };
}

function useColumns(): Column<OperatedTenant>[] {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  return [
    { id: 'state', title: t('operators.columns.state'), width: '12%', cell: ({ state }) => <StateTag state={state} /> },
    { id: 'plan', title: t('operators.columns.planId'), width: '13%', cell: ({ planId }) => planName(t, planId) },
    {
      id: 'region',
      title: t('operators.columns.regionName'),
      width: '8%',
      hideUnder: 1100,
      cell: ({ regionName }) => regionLabel(t, regionName),
    },
    {
      id: 'owner',
      title: t('operators.columns.owner'),
      hideUnder: 900,
      cell: ({ owner }) => <span className="truncate">{owner?.primaryEmail ?? personName(owner)}</span>,
    },
    {
      id: 'usage',
      title: t('operators.columns.usage'),
      sort: 'usage',
      width: '11%',
      cell: ({ usage }) => <span className="tabular">{number(usage.activeUsers)}</span>,
    },
    {
      id: 'created',
      title: t('operators.columns.created'),
      sort: 'createdAt',
      width: '11%',
      hideUnder: 1100,
      cell: ({ createdAt }) => <span className="tabular">{date(createdAt)}</span>,
    },
  ];
}
