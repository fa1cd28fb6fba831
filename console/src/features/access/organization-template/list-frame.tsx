import { Button } from '@mantine/core';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  organizationRolesPath,
  organizationScopesPath,
  organizationTemplatePath,
} from '#paths/organization-template.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { PlanTag } from '#platform/plan/plan-parts.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath } from '#platform/router/page-path.ts';

/** Query of the lists: they search with `q`, and cannot be sorted. */
export const queryOf = ({ search, query }: { search: string; query: { page: string; page_size: string } }) => ({
  q: search.slice(0, 128) || undefined,
  page: query.page,
  page_size: query.page_size,
});

/** The total without a search, read with the smallest page size. */
const counted = { query: { page: '1', page_size: '1' } };

type ListFrameProps = { actions?: ReactNode; isPending: boolean; children: ReactNode };

/** Header and tabs of the lists of the organization template. */
export function ListFrame({ actions, isPending, children }: ListFrameProps) {
  const { t } = useTranslation();
  const roles = useReadPage(organizationRolesApi.list, counted, { quiet: true }).data?.total ?? null;
  const scopes = useReadPage(organizationScopesApi.list, counted, { quiet: true }).data?.total ?? null;
  return (
    <PageBody>
      <PageHeader
        title={t('nav.organizationTemplate')}
        tag={<PlanTag of="organizationsLimit" />}
        purpose={t('organizationTemplate.purpose')}
        actions={actions}
        isPending={isPending}
      />
      <NavTabs
        of={organizationTemplatePath}
        overList
        counts={{ [organizationRolesPath.path]: roles, [organizationScopesPath.path]: scopes }}
      />
      {children}
    </PageBody>
  );
}

/** Opens a dialog over the list and keeps its search. */
export function CreateButton({ to, label }: { to: PagePath<string>; label: string }) {
  return (
    <Button component={PageLink} to={to} search leftSection={<IconPlus size={18} stroke={2} aria-hidden />}>
      {label}
    </Button>
  );
}
