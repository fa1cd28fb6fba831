import {
  type DynamicClientPolicy,
  dynamicClientsApi,
  registrationModes,
} from '@postern/contracts/access/dynamic-clients';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PermissionCards } from '#features/access/applications/shared/permission-cards.tsx';
import { useTenantOrigins } from '#features/access/domains/shared/domain-select.tsx';
import { applicationsPath, dynamicClientsPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { type PolicyValues, policyForm, policyOf, valuesOf } from './policy-form.ts';
import { TokensCard } from './tokens-card.tsx';

/** Applications that register themselves: who may, and what they may request. */
export function DynamicClientsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(dynamicClientsApi.getPolicy, {});
  return (
    <PageBody>
      <PageHeader title={t('nav.applications')} purpose={t('dynamicClients.purpose')} />
      <NavTabs of={applicationsPath} current={dynamicClientsPath} />
      {data && (
        <>
          <PolicyForm stored={data} />
          <TokensCard />
          <Ceiling />
        </>
      )}
      {!data && (error ? <LoadFailed error={error} retry={refetch} /> : <FormCardSkeleton fields={3} />)}
    </PageBody>
  );
}

function PolicyForm({ stored }: { stored: DynamicClientPolicy }) {
  const { t } = useTranslation();
  const [origin] = useTenantOrigins() ?? [];
  const resolver = useMemo(() => schemaResolver(policyForm(t)), [t]);
  const write = useWrite(dynamicClientsApi.updatePolicy, { quiet: true });
  const form = useForm<PolicyValues>({ resolver, defaultValues: valuesOf(stored) });
  const save = useSave(form, async (values) => valuesOf(await write.mutateAsync({ body: policyOf(values) })));
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('dynamicClients.policy.title')} help={t('dynamicClients.policy.help')}>
        <RadioCards
          control={form.control}
          name="registration"
          label={t('dynamicClients.policy.who')}
          missing={t('dynamicClients.policy.missing')}
          choices={registrationModes.map((mode) => ({
            value: mode,
            label: t(`dynamicClients.policy.${mode}`),
            help: t(`dynamicClients.policy.${mode}Help`),
          }))}
        />
        <KeyValues rows={[{ label: t('dynamicClients.policy.endpoint'), value: origin && `${origin}/oidc/reg` }]} />
        <MultiTextField
          control={form.control}
          name="allowedHosts"
          label={t('dynamicClients.policy.hosts')}
          help={t('dynamicClients.policy.hostsHelp')}
          placeholder={t('dynamicClients.policy.hostsPlaceholder')}
          optional
        />
        <TextField
          control={form.control}
          name="unusedDays"
          label={t('dynamicClients.policy.unused')}
          help={t('dynamicClients.policy.unusedHelp')}
          inputMode="numeric"
          suffix={t('dynamicClients.policy.days')}
          width={360}
        />
      </FormCard>
    </SettingsForm>
  );
}

/** What these applications may request at most. */
function Ceiling() {
  const read = useRead(dynamicClientsApi.listScopes, {}, { quiet: true });
  const add = useWrite(dynamicClientsApi.addScopes);
  const remove = useWrite(dynamicClientsApi.removeScope);
  return (
    <PermissionCards
      source={{
        read,
        add: (body) => add.mutateAsync({ body }),
        remove: ({ type, id }) => remove.mutateAsync({ params: { scopeType: type, scopeId: id } }),
      }}
    />
  );
}
