import { Button } from '@mantine/core';
import type { Application } from '@postern/contracts/access/applications';
import { type SamlApplication, samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import { IconArrowForwardUp, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { JsonField } from '#platform/form/code-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { ServiceCard } from './service-card.tsx';
import {
  SamlSettingsForm,
  type SamlSettingsOutput,
  type SamlSettingsValues,
  samlLanding,
  samlSettingsOf,
  samlUpdateOf,
} from './settings-form.ts';

/** The settings tab of a SAML application. `danger` is the last card. */
export function SamlSettings({ application, danger }: { application: Application; danger: ReactNode }) {
  const read = useRead(samlApplicationsApi.get, { params: { id: application.id } });
  if (read.error && !read.data) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  return read.data ? (
    <Settings key={application.id} application={read.data} danger={danger} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={2} />
      <FormCardSkeleton fields={4} />
    </Cards>
  );
}

function Settings({ application, danger }: { application: SamlApplication; danger: ReactNode }) {
  const { t } = useTranslation();
  const { id } = application;
  const form = useForm<SamlSettingsValues, unknown, SamlSettingsOutput>({
    resolver: schemaResolver(SamlSettingsForm),
    defaultValues: samlSettingsOf(application),
  });
  const { control } = form;
  const update = useWrite(samlApplicationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => samlSettingsOf(await update.mutateAsync({ params: { id }, body: samlUpdateOf(values) })),
    samlLanding,
  );
  useStoredValues(form, application, samlSettingsOf);
  return (
    <SettingsForm form={form} save={save}>
      {!(application.entityId && application.acsUrl) && (
        <Notice tone="warning" icon={IconArrowForwardUp} title={t('applications.noRedirectTitle')}>
          {t('samlApplications.service.missing')}
        </Notice>
      )}
      <FormCard title={t('samlApplications.general.title')} help={t('samlApplications.general.help')}>
        <TextField control={control} name="name" label={t('applications.form.name')} />
        <TextField
          control={control}
          name="description"
          label={t('applications.form.description')}
          placeholder={t('applications.form.descriptionPlaceholder')}
          optional
        />
      </FormCard>
      <ServiceCard form={form} />
      <ValuesCard application={application} />
      <CertificatesCard applicationId={id} />
      <RequestsCard control={control} />
      <EncryptionCard control={control} isOn={form.watch('encryptAssertion')} />
      <FormCard title={t('samlApplications.logout.title')} help={t('samlApplications.logout.help')}>
        <TextField
          control={control}
          name="singleLogoutUrl"
          label={t('samlApplications.logout.url')}
          help={t('samlApplications.logout.urlHelp')}
          placeholder="https://app.example.com/slo"
          inputMode="url"
          mono
          optional
        />
      </FormCard>
      <FormCard title={t('samlApplications.start.title')} help={t('samlApplications.start.help')}>
        <SwitchField
          control={control}
          name="isStartAllowed"
          label={t('samlApplications.start.enabled')}
          help={t('samlApplications.start.enabledHelp')}
        />
        {form.watch('isStartAllowed') && (
          <TextField
            control={control}
            name="relayState"
            label={t('samlApplications.start.relayState')}
            help={t('samlApplications.start.relayStateHelp')}
            mono
            optional
          />
        )}
      </FormCard>
      <FormCard title={t('samlApplications.customData.title')} help={t('samlApplications.customData.help')}>
        <JsonField control={control} name="customData" label={t('samlApplications.customData.label')} />
      </FormCard>
      {danger}
    </SettingsForm>
  );
}

type CardProps = { control: Control<SamlSettingsValues, unknown, SamlSettingsOutput> };

/** Values for the settings of the service provider. */
function ValuesCard({ application }: { application: SamlApplication }) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const { id, requestSigning, singleLogoutUrl, idpInitiated } = application;
  const at = (contract: { path: string }) => endpoint && `${endpoint}${pathOf(contract, { id })}`;
  const metadata = at(samlApplicationsApi.metadata);
  return (
    <FormCard
      title={t('samlApplications.values.title')}
      help={t('samlApplications.values.help')}
      link={
        <a className="link" href={`${config.docsUrl}/saml-applications`} target="_blank" rel="noreferrer">
          {t('samlApplications.values.howTo')}
        </a>
      }
    >
      <KeyValues
        rows={[
          { label: t('samlApplications.values.metadata'), value: metadata },
          { label: t('samlApplications.values.entityId'), value: endpoint && `${endpoint}/saml/${id}` },
          { label: t('samlApplications.values.signIn'), value: at(samlApplicationsApi.requestByRedirect) },
          ...(requestSigning && singleLogoutUrl
            ? [{ label: t('samlApplications.values.logout'), value: at(samlApplicationsApi.logOutByRedirect) }]
            : []),
          ...(idpInitiated
            ? [{ label: t('samlApplications.values.start'), value: at(samlApplicationsApi.start) }]
            : []),
        ]}
      />
      <div>
        <Button
          component="a"
          href={metadata}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        >
          {t('samlApplications.values.download')}
        </Button>
      </div>
    </FormCard>
  );
}

const pemExample = '-----BEGIN CERTIFICATE-----';

function RequestsCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('samlApplications.requests.title')} help={t('samlApplications.requests.help')}>
      <TextAreaField
        control={control}
        name="requestCertificate"
        label={t('samlApplications.requests.certificate')}
        help={t('samlApplications.requests.certificateHelp')}
        placeholder={pemExample}
        rows={4}
        mono
        optional
      />
      <SwitchField
        control={control}
        name="isSignatureRequired"
        label={t('samlApplications.requests.required')}
        help={t('samlApplications.requests.requiredHelp')}
      />
    </FormCard>
  );
}

function EncryptionCard({ control, isOn }: CardProps & { isOn: boolean }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('samlApplications.encryption.title')} help={t('samlApplications.encryption.help')}>
      <SwitchField
        control={control}
        name="encryptAssertion"
        label={t('samlApplications.encryption.encrypt')}
        help={t('samlApplications.encryption.encryptHelp')}
      />
      {isOn && (
        <>
          <SwitchField
            control={control}
            name="encryptThenSign"
            label={t('samlApplications.encryption.order')}
            help={t('samlApplications.encryption.orderHelp')}
          />
          <TextAreaField
            control={control}
            name="encryptionCertificate"
            label={t('samlApplications.encryption.certificate')}
            help={t('samlApplications.encryption.certificateHelp')}
            placeholder={pemExample}
            rows={4}
            mono
          />
        </>
      )}
    </FormCard>
  );
}
