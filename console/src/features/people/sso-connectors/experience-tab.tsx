import { type SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ssoConnectorPath } from '#paths/sso-connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { ImageUrlField } from '#platform/form/image-url-field.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { bodyOf, ExperienceForm, type ExperienceValues, experienceLanding, experienceOf } from './experience-form.ts';
import classes from './sso-connectors.module.css';

const resolver = schemaResolver(ExperienceForm);

export function ExperienceTab() {
  const { id } = usePathParams(ssoConnectorPath);
  const { data: connector } = useRead(ssoConnectorsApi.get, { params: { id } });
  if (!connector) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
        <FormCardSkeleton fields={3} />
      </Cards>
    );
  }
  return <Experience key={connector.id} connector={connector} />;
}

function Experience({ connector }: { connector: SsoConnectorWithProviderConfig }) {
  const { t } = useTranslation();
  const { id, providerType } = connector;
  const form = useForm({ resolver, defaultValues: experienceOf(connector) });
  const { control } = form;
  const update = useWrite(ssoConnectorsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => experienceOf(await update.mutateAsync({ params: { id }, body: bodyOf(connector, values) })),
    experienceLanding,
  );
  useStoredValues(form, connector, experienceOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('ssoConnectors.general.title')} help={t('ssoConnectors.general.help')}>
        <TextField
          control={control}
          name="connectorName"
          label={t('ssoConnectors.fields.name')}
          help={t('ssoConnectors.fields.nameHelp')}
        />
        <MultiTextField
          control={control}
          name="domains"
          label={t('ssoConnectors.domains.label')}
          help={t('ssoConnectors.domains.help')}
          placeholder="example.com"
        />
      </FormCard>
      <FormCard title={t('ssoConnectors.sync.title')} help={t('ssoConnectors.sync.help')}>
        <RadioCards
          control={control}
          name="syncProfile"
          label={t('ssoConnectors.sync.label')}
          missing={t('fields.required')}
          choices={(['once', 'always'] as const).map((value) => ({
            value,
            label: t(`ssoConnectors.sync.${value}`),
            help: t(`ssoConnectors.sync.${value}Help`),
          }))}
        />
        {providerType === 'oidc' && (
          <SwitchField
            control={control}
            name="enableTokenStorage"
            label={t('ssoConnectors.tokens.label')}
            help={t('ssoConnectors.tokens.help')}
          />
        )}
      </FormCard>
      <FormCard title={t('ssoConnectors.branding.title')} help={t('ssoConnectors.branding.help')}>
        <TextField
          control={control}
          name="branding.displayName"
          label={t('ssoConnectors.branding.displayName')}
          placeholder={connector.connectorName}
          optional
        />
        <ImageUrlField
          control={control}
          name="branding.logo"
          label={t('ssoConnectors.branding.logo')}
          placeholder="https://cdn.example.com/logo.svg"
          ground="light"
        />
        <ImageUrlField
          control={control}
          name="branding.darkLogo"
          label={t('ssoConnectors.branding.darkLogo')}
          placeholder="https://cdn.example.com/logo-dark.svg"
          ground="dark"
        />
        <ButtonPreview control={control} connector={connector} />
      </FormCard>
    </SettingsForm>
  );
}

type ButtonPreviewProps = {
  control: Control<ExperienceValues, unknown, ExperienceValues>;
  connector: SsoConnectorWithProviderConfig;
};

/** The connector as the sign-in pages show it, on both themes. */
function ButtonPreview({ control, connector }: ButtonPreviewProps) {
  const { t } = useTranslation();
  const [name, branding] = useWatch({ control, name: ['connectorName', 'branding'] });
  const light = branding.logo || connector.providerLogo;
  const dark = branding.darkLogo || branding.logo || connector.providerLogoDark;
  return (
    <div>
      <div className={classes.label}>{t('ssoConnectors.branding.preview')}</div>
      <div className={classes.samples}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} className={classes.sample} data-theme={theme}>
            <span className={classes.sampleButton}>
              <img src={theme === 'light' ? light : dark} alt="" referrerPolicy="no-referrer" />
              <span className="truncate">{branding.displayName.trim() || name}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
