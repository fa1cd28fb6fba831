import { Button } from '@mantine/core';
import { CreateResource, type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { resourcePath, resourcesPath } from '#paths/resources.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { useDeleteResource } from './delete.ts';
import { DetailsTypesCard } from './details-types-card.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { useIsBuiltIn } from './shared/built-in.ts';

const GeneralForm = z.object({
  name: CreateResource.shape.name,
  // The field contains text; text that is not a number gets its own error.
  accessTokenTtl: z
    .string()
    .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
    .pipe(CreateResource.shape.accessTokenTtl.unwrap()),
  isDefault: z.boolean(),
});

type Values = Pick<Resource, 'name' | 'accessTokenTtl' | 'isDefault'>;

const valuesOf = ({ name, accessTokenTtl, isDefault }: Values): z.input<typeof GeneralForm> => ({
  name,
  accessTokenTtl: String(accessTokenTtl),
  isDefault,
});

const resolver = schemaResolver(GeneralForm);
const landing = { field: (path: string) => GeneralForm.keyof().safeParse(path).data };

export function GeneralTab() {
  const { id } = usePathParams(resourcePath);
  const isBuiltIn = useIsBuiltIn();
  const { data: resource } = useRead(resourcesApi.get, { params: { id } });
  if (!resource) {
    return (
      <Cards>
        <FormCardSkeleton fields={1} />
        <FormCardSkeleton fields={2} />
      </Cards>
    );
  }
  return isBuiltIn(resource) ? (
    <Fixed resource={resource} />
  ) : (
    <GeneralSettings key={resource.id} resource={resource} />
  );
}

/** The management API, read-only. */
function Fixed({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Cards>
      <ReadOnlyNotice indicator={resource.indicator} />
      <FormCard title={t('resources.general.title')} help={t('resources.general.help')}>
        <KeyValues
          rows={[
            { label: t('resources.columns.name'), value: resource.name, plain: true },
            { label: t('resources.columns.identifier'), value: resource.indicator },
            {
              label: t('resources.columns.lifetime'),
              value: t('resources.seconds', { number: number(resource.accessTokenTtl) }),
              plain: true,
            },
          ]}
        />
      </FormCard>
    </Cards>
  );
}

function GeneralSettings({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(resource) });
  const { control } = form;
  const save = useSaveResource(form, resource.id);
  useStoredValues(form, resource, valuesOf);
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('resources.general.title')} help={t('resources.general.help')}>
        <TextField control={control} name="name" label={t('resources.fields.name')} />
      </FormCard>
      <FormCard title={t('resources.general.tokensTitle')} help={t('resources.general.tokensHelp')}>
        <TextField
          control={control}
          name="accessTokenTtl"
          label={t('resources.fields.lifetime')}
          inputMode="numeric"
          suffix={t('resources.fields.lifetimeSuffix')}
          width={220}
        />
        <SwitchField
          control={control}
          name="isDefault"
          label={t('resources.fields.default')}
          help={t('resources.fields.defaultHelp')}
        />
      </FormCard>
      <DetailsTypesCard resource={resource} />
      <DangerCard resource={resource} />
    </SettingsForm>
  );
}

type GeneralFormState = ReturnType<typeof useForm<z.input<typeof GeneralForm>, unknown, z.output<typeof GeneralForm>>>;

/** Setting the default is a separate call, because it replaces another default API. */
function useSaveResource(form: GeneralFormState, id: string) {
  const update = useWrite(resourcesApi.update, { quiet: true });
  const setDefault = useWrite(resourcesApi.setDefault, { quiet: true });
  const { dirtyFields } = form.formState;
  return useSave(
    form,
    async ({ isDefault, ...body }) => {
      const params = { id };
      if (dirtyFields.name || dirtyFields.accessTokenTtl) {
        await update.mutateAsync({ params, body });
      }
      if (dirtyFields.isDefault) {
        await setDefault.mutateAsync({ params, body: { isDefault } });
      }
      return valuesOf({ ...body, isDefault });
    },
    landing,
  );
}

function DangerCard({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteResource(() => go(resourcesPath, {}, { force: true }));
  return (
    <FormCard title={t('resources.danger.title')} help={t('resources.danger.help')} danger>
      <DangerRow
        title={t('resources.danger.what')}
        help={t('resources.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(resource)}>
            {t('resources.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
