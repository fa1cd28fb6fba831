import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { brandPalette, darkBrandOf } from '@postern/contracts/brand';
import { HexColor } from '@postern/contracts/fields';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { CodeField } from '#platform/form/code-field.tsx';
import { ColorField } from '#platform/form/color-field.tsx';
import { ImageUrlField } from '#platform/form/image-url-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { usePathParams } from '#platform/router/links.ts';
import classes from './applications.module.css';
import { BrandingForm, type BrandingValues, bodyOf, brandingOf } from './branding-form.ts';

/** Body fields by the last part of their path: `color.primaryColor` → `primaryColor`. */
const landing = { field: (path: string) => path.replace(/^(color|branding)\./, '') as keyof BrandingValues };

export function BrandingTab() {
  const { id } = usePathParams(applicationPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } });
  const read = useRead(applicationBrandingApi.get, { params: { applicationId: id } }, { quiet: true });
  // Nothing is stored yet: the application uses the branding of the tenant.
  const isNew = read.error instanceof RequestError && read.error.status === 404;
  if (read.error && !isNew) {
    return (
      <Cards>
        <section className={classes.panel}>
          <LoadFailed error={read.error} retry={read.refetch} />
        </section>
      </Cards>
    );
  }
  if (!application || !(read.data || isNew)) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  return <BrandingEditor key={id} application={application} stored={brandingOf(read.data)} />;
}

function BrandingEditor({ application, stored }: { application: Application; stored: BrandingValues }) {
  const form = useForm({ resolver: schemaResolver(BrandingForm), defaultValues: stored });
  const put = useWrite(applicationBrandingApi.save, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const body = bodyOf(application, values);
      return brandingOf(await put.mutateAsync({ params: { applicationId: application.id }, body }));
    },
    landing,
  );
  return (
    <SettingsForm form={form} save={save}>
      {application.isThirdParty && <ConsentCard control={form.control} />}
      <LooksCard control={form.control} />
    </SettingsForm>
  );
}

type CardProps = { control: Control<BrandingValues, unknown, BrandingValues> };

/** Texts shown to users when a third-party application asks for consent. */
function ConsentCard({ control }: CardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('applications.branding.consentTitle')} help={t('applications.branding.consentHelp')}>
      <TextField
        control={control}
        name="displayName"
        label={t('applications.branding.displayName')}
        help={t('applications.branding.displayNameHelp')}
        optional
      />
      <TextField
        control={control}
        name="termsOfUseUrl"
        label={t('applications.branding.terms')}
        placeholder="https://partner.example/terms"
        inputMode="url"
        mono
        optional
      />
      <TextField
        control={control}
        name="privacyPolicyUrl"
        label={t('applications.branding.privacy')}
        placeholder="https://partner.example/privacy"
        inputMode="url"
        mono
        optional
      />
    </FormCard>
  );
}

/** Application-specific branding of the sign-in pages. */
function LooksCard({ control }: CardProps) {
  const { t } = useTranslation();
  const isOn = useWatch({ control, name: 'isOn' });
  return (
    <>
      <FormCard title={t('applications.branding.looksTitle')} help={t('applications.branding.looksHelp')}>
        <SwitchField
          control={control}
          name="isOn"
          label={t('applications.branding.own')}
          help={t('applications.branding.ownHelp')}
        />
        {isOn && <Colors control={control} />}
      </FormCard>
      {isOn && <Images control={control} />}
      {isOn && (
        <FormCard title={t('applications.branding.cssTitle')} help={t('applications.branding.cssHelp')}>
          <CodeField
            control={control}
            name="customCss"
            label={t('applications.branding.css')}
            placeholder={'.card {\n  border-radius: 4px;\n}'}
            minRows={6}
            optional
          />
        </FormCard>
      )}
    </>
  );
}

function Colors({ control }: CardProps) {
  const { t } = useTranslation();
  const [light, dark] = useWatch({ control, name: ['primaryColor', 'darkPrimaryColor'] });
  // If empty, the dark color is derived from the light one.
  const derived = HexColor.safeParse(light.trim()).success ? darkBrandOf(light.trim()) : defaultDarkBrandColor;
  return (
    <>
      <div className={classes.pair}>
        <ColorField
          control={control}
          name="primaryColor"
          label={t('applications.branding.primaryColor')}
          placeholder={defaultBrandColor}
          optional
        />
        <ColorField
          control={control}
          name="darkPrimaryColor"
          label={t('applications.branding.darkPrimaryColor')}
          placeholder={derived}
          optional
        />
      </div>
      <div className={classes.pair} aria-hidden>
        <Sample color={light} theme="light" fallback={defaultBrandColor} />
        <Sample color={dark} theme="dark" fallback={derived} />
      </div>
    </>
  );
}

type SampleProps = { color: string; theme: 'light' | 'dark'; fallback: string };

/** A button and a link as the sign-in page renders them. */
function Sample({ color, theme, fallback }: SampleProps) {
  const { t } = useTranslation();
  const palette = brandPalette(HexColor.safeParse(color).success ? color : fallback, theme);
  return (
    <div className={classes.sample} data-theme={theme} style={{ background: palette['brand-page'] }}>
      <span
        className={classes.sampleButton}
        style={{ background: palette.brand, color: palette['on-brand'], borderColor: palette['brand-edge'] }}
      >
        {t('applications.branding.sampleButton')}
      </span>
      <span style={{ color: palette['brand-text'] }}>{t('applications.branding.sampleLink')}</span>
    </div>
  );
}

function Images({ control }: CardProps) {
  const { t } = useTranslation();
  const fields = [
    { name: 'logoUrl', label: t('applications.branding.logo'), ground: 'light', file: 'logo.svg' },
    { name: 'darkLogoUrl', label: t('applications.branding.darkLogo'), ground: 'dark', file: 'logo-dark.svg' },
    { name: 'favicon', label: t('applications.branding.favicon'), ground: 'light', file: 'favicon.svg' },
    { name: 'darkFavicon', label: t('applications.branding.darkFavicon'), ground: 'dark', file: 'favicon-dark.svg' },
  ] as const;
  return (
    <FormCard title={t('applications.branding.imagesTitle')} help={t('applications.branding.imagesHelp')}>
      {fields.map(({ file, ...field }) => (
        <ImageUrlField key={field.name} control={control} {...field} placeholder={`https://cdn.example.com/${file}`} />
      ))}
    </FormCard>
  );
}
