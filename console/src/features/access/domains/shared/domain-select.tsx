import { Select } from '@mantine/core';
import { domainsApi } from '@postern/contracts/access/domains';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { config } from '#platform/config.ts';
import { ReadValue } from '#platform/form/read-value.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { domainOrigin } from './domain-origin.ts';

/** All origins of the tenant, the default one first; undefined while loading. */
export function useTenantOrigins(): string[] | undefined {
  const endpoint = useTenantEndpoint();
  const { data } = useRead(domainsApi.list, {});
  const active = (data ?? []).filter(({ status }) => status === 'Active');
  return endpoint === undefined
    ? undefined
    : [endpoint, ...active.map(({ domain }) => domainOrigin(endpoint, domain, config.hasDomainCertificates))];
}

type DomainSelectProps = { origins: readonly string[]; value: string; onChange: (origin: string) => void };

/** Chooses the domain of the shown addresses. */
export function DomainSelect({ origins, value, onChange }: DomainSelectProps) {
  const { t } = useTranslation();
  if (useReadView()) {
    return <ReadValue label={t('domains.shown')} value={new URL(value).host} mono />;
  }
  return (
    <Select
      label={t('domains.shown')}
      description={t('domains.shownHelp')}
      data={origins.map((origin) => ({ value: origin, label: new URL(origin).host }))}
      value={value}
      onChange={(origin) => origin !== null && onChange(origin)}
      allowDeselect={false}
      maxDropdownHeight={320}
      maw={400}
      comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
    />
  );
}
