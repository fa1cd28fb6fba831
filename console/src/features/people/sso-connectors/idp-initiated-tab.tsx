import { type IdpInitiatedAuthConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ssoConnectorPath } from '#paths/sso-connectors.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { bodyOf, IdpInitiatedForm, idpInitiatedLanding, idpInitiatedOf } from './idp-initiated-form.ts';
import { LandingFields } from './landing-fields.tsx';

const resolver = schemaResolver(IdpInitiatedForm);

/** Settings for sign-ins that start at the identity provider. Refused until they are turned on here. */
export function IdpInitiatedTab() {
  const { id } = usePathParams(ssoConnectorPath);
  const read = useRead(ssoConnectorsApi.getIdpInitiated, { params: { id } }, { quiet: true });
  const isOff = read.error instanceof RequestError && read.error.status === 404;
  if (read.error && !isOff && !read.data) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  if (!read.data && !isOff) {
    return (
      <Cards>
        <FormCardSkeleton fields={3} />
      </Cards>
    );
  }
  return <IdpInitiated key={id} id={id} stored={isOff ? undefined : read.data} />;
}

function IdpInitiated({ id, stored }: { id: string; stored: IdpInitiatedAuthConfig | undefined }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: idpInitiatedOf(stored) });
  const { control } = form;
  const isOn = useWatch({ control, name: 'isOn' });
  const put = useWrite(ssoConnectorsApi.setIdpInitiated, { quiet: true });
  const remove = useWrite(ssoConnectorsApi.removeIdpInitiated, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      if (values.isOn) {
        return idpInitiatedOf(await put.mutateAsync({ params: { id }, body: bodyOf(values) }));
      }
      await remove.mutateAsync({ params: { id } });
      return idpInitiatedOf(undefined);
    },
    idpInitiatedLanding,
  );
  useStoredValues(form, stored, idpInitiatedOf);
  const { dirtyFields, touchedFields } = form.formState;
  // The first address of a chosen application.
  const following = dirtyFields.defaultApplicationId && !touchedFields.redirectUri ? (['redirectUri'] as const) : [];
  return (
    <SettingsForm form={form} save={save} following={following}>
      <FormCard title={t('ssoConnectors.idpInitiated.title')} help={t('ssoConnectors.idpInitiated.help')}>
        <PlanNotice of={['idpInitiatedSsoEnabled']} />
        <Notice tone="warning" icon={IconShieldExclamation} title={t('ssoConnectors.idpInitiated.riskTitle')}>
          {t('ssoConnectors.idpInitiated.risk')}
        </Notice>
        <SwitchField
          control={control}
          name="isOn"
          label={t('ssoConnectors.idpInitiated.allow')}
          help={t('ssoConnectors.idpInitiated.allowHelp')}
        />
      </FormCard>
      {isOn && (
        <FormCard title={t('ssoConnectors.idpInitiated.landing')} help={t('ssoConnectors.idpInitiated.landingHelp')}>
          <LandingFields form={form} />
        </FormCard>
      )}
    </SettingsForm>
  );
}
