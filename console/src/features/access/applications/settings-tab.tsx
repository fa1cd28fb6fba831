import { Button } from '@mantine/core';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type ReactNode, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applicationPath, applicationsPath, thirdPartyApplicationsPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { JsonField } from '#platform/form/code-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { usePlace } from '#platform/router/features.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import {
  BackchannelCard,
  FrontchannelCard,
  RedirectsCard,
  RefreshTokensCard,
  SubjectsCard,
  TokensCard,
} from './client-cards.tsx';
import { CreatorCard } from './creators.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { signsPeopleIn } from './kinds.ts';
import { applicationSettings } from './places.ts';
import { RegistrationCard } from './registration-card.tsx';
import { useDeleteApplication } from './row-menu.tsx';
import { SecurityCard } from './security-card.tsx';
import { type SettingsValues, settingsForm, settingsOf, updateOf } from './settings-form.ts';

/** Body fields by the last part of their path: `oidcClientMetadata.redirectUris.0` → `redirectUris.0`. */
const landing = {
  field: (path: string) =>
    path
      .replace(/^(oidc|custom)ClientMetadata\./, '')
      .replace(/^tlsClientAuth\b.*/, 'certificateValue')
      .replace(/^securityProfile$/, 'isFapi') as keyof SettingsValues,
};

export function SettingsTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  const Own = usePlace(applicationSettings).find(({ type }) => type === application?.type)?.settings;
  if (!application) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={4} />
      </Cards>
    );
  }
  const danger = <DangerCard application={application} />;
  return Own ? (
    <Own application={application} danger={danger} />
  ) : (
    <ApplicationSettings key={application.id} application={application} danger={danger} />
  );
}

function ApplicationSettings({ application, danger }: { application: Application; danger: ReactNode }) {
  const { t } = useTranslation();
  const { id, type } = application;
  const resolver = useMemo(() => schemaResolver(settingsForm(type)), [type]);
  const form = useForm({ resolver, defaultValues: settingsOf(application) });
  const { control } = form;
  const isDevice = application.customClientMetadata.isDeviceFlow === true;
  const update = useWrite(applicationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const saved = await update.mutateAsync({ params: { id }, body: updateOf(application, values) });
      return settingsOf(saved);
    },
    landing,
  );
  useStoredValues(form, application, settingsOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('applications.general.title')} help={t('applications.general.help')}>
        <TextField control={control} name="name" label={t('applications.form.name')} />
        <TextField
          control={control}
          name="description"
          label={t('applications.form.description')}
          placeholder={t('applications.form.descriptionPlaceholder')}
          optional
        />
      </FormCard>
      {application.isThirdParty && <RegistrationCard id={id} />}
      <EndpointsCard application={application} />
      {type === 'MachineToMachine' && <CreatorCard application={application} />}
      {/* The proxy is the client of a protected application, so there is nothing to choose. */}
      {signsPeopleIn(type) && type !== 'Protected' && (
        <>
          {!isDevice && <RedirectsCard control={control} kind={type} />}
          <RefreshTokensCard control={control} />
          <TokensCard control={control} />
          <SubjectsCard control={control} />
          <BackchannelCard control={control} />
          {!isDevice && <FrontchannelCard control={control} />}
        </>
      )}
      {type !== 'Protected' && (
        <SecurityCard control={control} kind={type} isThirdParty={application.isThirdParty} isDevice={isDevice} />
      )}
      <FormCard title={t('applications.customData.title')} help={t('applications.customData.help')}>
        <JsonField control={control} name="customData" label={t('applications.customData.label')} />
      </FormCard>
      {danger}
    </SettingsForm>
  );
}

function DangerCard({ application }: { application: Application }) {
  const { t } = useTranslation();
  const go = useGo();
  const list = application.isThirdParty ? thirdPartyApplicationsPath : applicationsPath;
  const remove = useDeleteApplication(() => go(list, {}, { force: true }));
  return (
    <FormCard title={t('applications.danger.title')} help={t('applications.danger.help')} danger>
      <DangerRow
        title={t('applications.danger.what')}
        help={t('applications.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(application)}>
            {t('applications.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
