import { Button } from '@mantine/core';
import { type SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ssoConnectorPath, ssoConnectorsPath } from '#paths/sso-connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { configOf, connectionField, connectionOf, connectionSchema } from './connection-form.ts';
import { useDeleteSsoConnector } from './delete.ts';
import { samlOf } from './find-status.ts';
import { LogoutCard } from './logout-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { OidcFields } from './oidc-fields.tsx';
import { PublishedCard } from './published-card.tsx';
import { SamlFields } from './saml-fields.tsx';
import { SecurityCard } from './security-card.tsx';
import { StepsCard } from './steps-card.tsx';
import { TestCard } from './test-card.tsx';
import { useLastTest } from './use-connection-test.ts';

const landing = { field: connectionField };

export function ConnectionTab() {
  const { id } = usePathParams(ssoConnectorPath);
  const { data: connector } = useRead(ssoConnectorsApi.get, { params: { id } });
  if (!connector) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={4} />
      </Cards>
    );
  }
  return <Connection key={connector.id} connector={connector} />;
}

type OfConnector = { connector: SsoConnectorWithProviderConfig };

function Connection({ connector }: OfConnector) {
  const { t } = useTranslation();
  const { id, providerName, providerType } = connector;
  const resolver = useMemo(() => schemaResolver(connectionSchema(providerName)), [providerName]);
  const form = useForm({ resolver, defaultValues: connectionOf(connector) });
  const update = useWrite(ssoConnectorsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const body = { config: configOf(providerName, values) };
      return connectionOf(await update.mutateAsync({ params: { id }, body }));
    },
    landing,
  );
  useStoredValues(form, connector, connectionOf);
  const last = useLastTest(id);
  const isSaml = providerType === 'saml';
  return (
    <SettingsForm form={form} save={save}>
      <ServiceCard connector={connector} />
      <StepsCard connector={connector} />
      <FormCard title={t('ssoConnectors.connection.title')} help={t(`ssoConnectors.connection.help.${providerType}`)}>
        {isSaml ? <SamlFields form={form} /> : <OidcFields control={form.control} provider={providerName} />}
      </FormCard>
      {isSaml && <SecurityCard control={form.control} connector={connector} />}
      <LogoutCard control={form.control} connector={connector} />
      <TestCard id={id} last={last} />
      <PublishedCard connector={connector} />
      {isSaml && <MappingCard control={form.control} last={last} />}
      <DangerCard connector={connector} />
    </SettingsForm>
  );
}

/** What the identity provider must know about us. */
function ServiceCard({ connector }: OfConnector) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const service = samlOf(connector)?.serviceProvider;
  const rows =
    connector.providerType === 'oidc'
      ? [{ label: t('ssoConnectors.service.redirectUri'), value: endpoint && `${endpoint}/callback/${connector.id}` }]
      : [
          { label: t('ssoConnectors.service.acsUrl'), value: service?.assertionConsumerServiceUrl },
          { label: t('ssoConnectors.service.audience'), value: service?.entityId },
          { label: t('ssoConnectors.service.metadata'), value: service?.metadataUrl, isAddress: true },
        ];
  return (
    <FormCard title={t('ssoConnectors.service.title')} help={t(`ssoConnectors.service.help.${connector.providerType}`)}>
      <KeyValues rows={rows} />
    </FormCard>
  );
}

function DangerCard({ connector }: OfConnector) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteSsoConnector(() => go(ssoConnectorsPath, {}, { force: true }));
  return (
    <FormCard title={t('ssoConnectors.danger.title')} help={t('ssoConnectors.danger.help')} danger>
      <DangerRow
        title={t('ssoConnectors.danger.what')}
        help={t('ssoConnectors.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(connector)}>
            {t('ssoConnectors.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
