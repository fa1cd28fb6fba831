import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type Control, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { usePathParams } from '#platform/router/links.ts';
import classes from './applications.module.css';
import { BrandingForm, type BrandingValues, bodyOf, brandingOf } from './branding-form.ts';
import { looksIn } from './shared/looks.ts';
import { LooksCards } from './shared/looks-cards.tsx';

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
  const { t } = useTranslation();
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
      <LooksCards
        control={looksIn(form.control)}
        words={{
          title: t('applications.branding.looksTitle'),
          help: t('applications.branding.looksHelp'),
          own: t('applications.branding.own'),
          ownHelp: t('applications.branding.ownHelp'),
          imagesHelp: t('applications.branding.imagesHelp'),
          cssHelp: t('applications.branding.cssHelp'),
        }}
      />
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
