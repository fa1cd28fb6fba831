import type { Organization } from '@postern/contracts/access/organization';
import { organizationsApi, type UpdateOrganization } from '@postern/contracts/people/organizations';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  type LooksValues,
  looksBody,
  looksField,
  looksFields,
  looksOf,
} from '#features/access/applications/shared/looks.ts';
import { LooksCards } from '#features/access/applications/shared/looks-cards.tsx';
import { organizationPath } from '#paths/organizations.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { usePathParams } from '#platform/router/links.ts';

const Form = z.object(looksFields);
const resolver = schemaResolver(Form);
const landing = { field: (path: string) => Form.keyof().safeParse(looksField(path)).data };

/** The API replaces all colors, so the one that this page does not show is sent along. */
function bodyOf({ color: { isDarkModeEnabled } }: Organization, values: LooksValues): UpdateOrganization {
  const { color, ...looks } = looksBody(values);
  return { ...looks, color: { ...(isDarkModeEnabled === undefined ? {} : { isDarkModeEnabled }), ...color } };
}

const valuesOf = (organization: Organization) => looksOf(organization);

export function BrandingTab() {
  const { id } = usePathParams(organizationPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } });
  if (!organization) {
    return (
      <Cards>
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  return <BrandingEditor key={organization.id} organization={organization} />;
}

function BrandingEditor({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(organization) });
  const update = useWrite(organizationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) =>
      valuesOf(await update.mutateAsync({ params: { id: organization.id }, body: bodyOf(organization, values) })),
    landing,
  );
  useStoredValues(form, organization, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <LooksCards
        control={form.control}
        words={{
          title: t('organizations.branding.title'),
          help: t('organizations.branding.help'),
          own: t('organizations.branding.own'),
          ownHelp: t('organizations.branding.ownHelp'),
          imagesHelp: t('organizations.branding.imagesHelp'),
          cssHelp: t('organizations.branding.cssHelp'),
        }}
      />
    </SettingsForm>
  );
}
