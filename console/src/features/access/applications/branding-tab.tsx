import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { useForm } from 'react-hook-form';
import { applicationPath } from '#paths/applications.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { usePathParams } from '#platform/router/links.ts';
import classes from './applications.module.css';
import { ConsentCard, LooksCard } from './branding-cards.tsx';
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
