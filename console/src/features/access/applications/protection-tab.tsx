import {
  type Application,
  additionalScopeNames,
  applicationsApi,
  protectedAppPaths,
} from '@postern/contracts/access/applications';
import { identityTokenHeader } from '@postern/contracts/wire';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { config } from '#platform/config.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { CustomDomainCard } from './custom-domain-card.tsx';
import { ProtectionForm, type ProtectionValues, protectionUpdate, protectionValues } from './protection-form.ts';

/** `protectedAppMetadata.pageRules.0.path` → `pageRules.0`. */
const landing = {
  field: (path: string) =>
    path
      .replace(/^protectedAppMetadata\./, '')
      .replace(/\.path$/, '')
      .replace('sessionDuration', 'sessionDays') as keyof ProtectionValues,
};

/** Keys of phrases cannot contain a colon. */
type ShortScope = 'custom_data' | 'identities' | 'roles' | 'organizations' | 'organization_roles';

/** Where a protected application is served, what it protects and for how long. */
export function ProtectionTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  if (!application) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  return <ProtectionSettings key={application.id} application={application} />;
}

function ProtectionSettings({ application }: { application: Application }) {
  const { t } = useTranslation();
  const { id } = application;
  const form = useForm({ resolver: schemaResolver(ProtectionForm), defaultValues: protectionValues(application) });
  const { control } = form;
  const update = useWrite(applicationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) =>
      protectionValues(await update.mutateAsync({ params: { id }, body: protectionUpdate(application, values) })),
    landing,
  );
  useStoredValues(form, application, protectionValues);
  // The post sign-out URI is the address with its scheme, which the host alone does not tell.
  const address = application.oidcClientMetadata.postLogoutRedirectUris[0] ?? '';
  return (
    <SettingsForm form={form} save={save}>
      <FormCard
        title={t('applications.protection.addressTitle')}
        help={t('applications.protection.addressHelp')}
        link={
          <a className="link" href={`${config.docsUrl}/protected-apps`} target="_blank" rel="noreferrer">
            {t('applications.protection.howTo')}
          </a>
        }
      >
        <KeyValues rows={[{ label: t('applications.protection.address'), value: address, isAddress: true }]} />
        <TextField
          control={control}
          name="origin"
          label={t('applications.protection.origin')}
          help={t('applications.protection.originHelp')}
          placeholder="https://intranet.example.com"
          inputMode="url"
          mono
        />
      </FormCard>
      <CustomDomainCard id={id} host={URL.canParse(address) ? new URL(address).hostname : undefined} />
      <FormCard title={t('applications.protection.rulesTitle')} help={t('applications.protection.rulesHelp')}>
        <MultiTextField
          control={control}
          name="pageRules"
          label={t('applications.protection.rules')}
          help={t('applications.protection.ruleHelp')}
          placeholder="^/admin"
          optional
        />
        <TextField
          control={control}
          name="sessionDays"
          label={t('applications.protection.session')}
          help={t('applications.protection.sessionRange')}
          inputMode="numeric"
          suffix={t('applications.refresh.days')}
          width={200}
        />
      </FormCard>
      <FormCard title={t('applications.protection.scopesTitle')} help={t('applications.protection.scopesHelp')}>
        {additionalScopeNames.map((name, index) => (
          <SwitchField
            key={name}
            control={control}
            name={`additionalScopes.${index}`}
            label={t(`applications.protection.scopes.${name.replace('urn:logto:scope:', '') as ShortScope}`)}
            help={t('applications.protection.scopeName', { scope: name })}
          />
        ))}
      </FormCard>
      <FormCard
        title={t('applications.protection.valuesTitle')}
        help={`${t('applications.protection.valuesHelp')} ${t('states.protocolName', { name: identityTokenHeader })}`}
      >
        <KeyValues
          rows={[
            { label: t('applications.protection.header'), value: identityTokenHeader },
            { label: t('applications.protection.signIn'), value: `${address}${protectedAppPaths.signIn}` },
            { label: t('applications.protection.register'), value: `${address}${protectedAppPaths.register}` },
            { label: t('applications.protection.signOut'), value: `${address}${protectedAppPaths.signOut}` },
            { label: t('applications.protection.callback'), value: `${address}${protectedAppPaths.callback}` },
          ]}
        />
      </FormCard>
    </SettingsForm>
  );
}
