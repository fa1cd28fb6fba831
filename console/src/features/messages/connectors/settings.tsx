import { Button } from '@mantine/core';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { type ReactNode, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { useGo } from '#platform/router/links.ts';
import { ConfigFields } from './config-fields.tsx';
import { CallbackUri, LooksFields, OneTapFields, SyncFields, TokenField, TrustField } from './connector-fields.tsx';
import { connectorSchema, hasOneTap, landingOf, sourceOf, updateBody, valuesOf } from './connector-form.ts';
import { useDeleteConnector } from './delete.ts';
import { listPathOf } from './kinds.ts';
import { isHosted } from './shared/is-hosted.ts';
import { Tester } from './tester.tsx';

/** The form of an existing connector. */
export function Settings({ connector, notice }: { connector: Connector; notice: ReactNode }) {
  const { t } = useTranslation();
  const source = useMemo(() => sourceOf(connector), [connector]);
  const form = useForm({ resolver: schemaResolver(connectorSchema(source)), defaultValues: valuesOf(connector) });
  const landing = useMemo(() => landingOf(source, form.getValues), [source, form]);
  const update = useWrite(connectorsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const saved = await update.mutateAsync({ params: { id: connector.id }, body: updateBody(connector, values) });
      return valuesOf(saved);
    },
    landing,
  );
  useStoredValues(form, connector, valuesOf);
  const { control } = form;
  const isSocial = connector.type === 'Social';
  const fromEmail = connector.extraInfo?.fromEmail;
  return (
    <SettingsForm form={form} save={save}>
      {notice}
      {connector.isStandard && (
        <FormCard title={t('connectors.looks.title')} help={t('connectors.looks.help')}>
          <LooksFields control={control} />
          <KeyValues rows={[{ label: t('connectors.looks.target'), value: connector.target }]} />
        </FormCard>
      )}
      <FormCard
        title={t('connectors.form.title')}
        help={isHosted(connector) ? t('connectors.form.hosted') : t(`connectors.form.help.${connector.type}`)}
      >
        {isSocial && <CallbackUri id={connector.id} />}
        {fromEmail !== undefined && (
          <KeyValues rows={[{ label: t('connectors.form.fromEmail'), value: String(fromEmail) }]} />
        )}
        <ConfigFields control={control} source={source} />
      </FormCard>
      {hasOneTap(source) && (
        <FormCard title={t('connectors.oneTap.title')} help={t('connectors.oneTap.help')}>
          <OneTapFields control={control} />
        </FormCard>
      )}
      {isSocial ? (
        <FormCard title={t('connectors.sync.title')} help={t('connectors.sync.help')}>
          <SyncFields control={control} />
          <TrustField control={control} />
          {connector.isTokenStorageSupported && <TokenField control={control} />}
        </FormCard>
      ) : (
        <FormCard title={t('connectors.test.title')} help={t('connectors.test.help')}>
          <Tester form={form} source={source} kept={connector.config} />
        </FormCard>
      )}
      <DangerCard connector={connector} />
    </SettingsForm>
  );
}

function DangerCard({ connector }: { connector: Connector }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteConnector(() => go(listPathOf(connector.type), {}, { force: true }));
  return (
    <FormCard title={t('connectors.danger.title')} help={t('connectors.danger.help')} danger>
      <DangerRow
        title={t('connectors.danger.what')}
        help={t(`connectors.delete.bodies.${connector.type}`)}
        action={
          <Button variant="danger" onClick={() => void remove(connector)}>
            {t('connectors.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
