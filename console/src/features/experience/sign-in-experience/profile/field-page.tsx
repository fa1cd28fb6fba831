import { Button, Menu } from '@mantine/core';
import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { IconForms, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { collectUserProfilePath, profileFieldPath, signInExperiencePath } from '#paths/sign-in-experience.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSave } from '#platform/form/submit.ts';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { labelOf } from '../shared/field-label.ts';
import { userDataKey } from '../shared/kinds.ts';
import { AnswerCard, GeneralCard } from './field-cards.tsx';
import { bodyOf, fieldForm, valuesOf } from './field-form.ts';

const landing = {
  codes: {
    'custom_profile_fields.invalid_min_max_input': 'max',
    'custom_profile_fields.invalid_options': 'options',
    'custom_profile_fields.invalid_regex_format': 'pattern',
    'custom_profile_fields.invalid_default_value': 'isTicked',
    'custom_profile_fields.invalid_address_components': 'parts',
    'custom_profile_fields.invalid_fullname_components': 'parts',
    'custom_profile_fields.invalid_sub_component_type': 'parts',
  },
  field: (path: string) =>
    path === 'label' || path === 'description' ? path : path === 'config.placeholder' ? 'placeholder' : undefined,
} as const;

/** One profile field, with all settings of its type. */
export function FieldPage() {
  const { t } = useTranslation();
  const go = useGo();
  const { fieldName } = usePathParams(profileFieldPath);
  const { data: field, error, refetch } = useRead(customProfileFieldsApi.get, { params: { name: fieldName } });
  const remove = useDeleteField(() => go(collectUserProfilePath, {}, { force: true }));
  if (error instanceof RequestError && error.status === 404) {
    return <NotFound />;
  }
  return (
    <PageBody busy={!field}>
      <Breadcrumb
        parents={[
          { to: signInExperiencePath, label: t('nav.signInExperience') },
          { to: collectUserProfilePath, label: t('signInExperience.tabs.profile') },
        ]}
        current={field ? labelOf(field, t) : '…'}
      />
      {field ? (
        <>
          <DetailHeader
            image={<Tile icon={IconForms} large tint />}
            name={labelOf(field, t)}
            tags={<Tag>{t(`profileFields.types.${field.type}`)}</Tag>}
            id={userDataKey(field)}
            copyLabel={t('profileFields.field.copyKey')}
            menu={
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={18} stroke={1.5} />}
                onClick={() => void remove(field)}
              >
                {t('actions.delete')}
              </Menu.Item>
            }
          />
          <FieldSettings key={field.name} field={field} onDelete={() => void remove(field)} />
        </>
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <>
          <DetailHeaderSkeleton />
          <Cards>
            <FormCardSkeleton fields={3} />
            <FormCardSkeleton fields={2} />
          </Cards>
        </>
      )}
    </PageBody>
  );
}

function FieldSettings({ field, onDelete }: { field: CustomProfileField; onDelete: () => void }) {
  const { t } = useTranslation();
  const { name } = field;
  const resolver = useMemo(() => schemaResolver(fieldForm(name)), [name]);
  const form = useForm({ resolver, defaultValues: valuesOf(field) });
  const update = useWrite(customProfileFieldsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => valuesOf(await update.mutateAsync({ params: { name }, body: bodyOf(values, field) })),
    landing,
  );
  const type = form.watch('type');
  return (
    <SettingsForm form={form} save={save}>
      <GeneralCard control={form.control} field={field} type={type} />
      {type !== 'Url' && <AnswerCard control={form.control} type={type} />}
      <FormCard title={t('profileFields.danger.title')} help={t('profileFields.danger.help')} danger>
        <DangerRow
          title={t('profileFields.danger.what')}
          help={t('profileFields.danger.consequence')}
          action={
            <Button variant="danger" onClick={onDelete}>
              {t('profileFields.danger.action')}
            </Button>
          }
        />
      </FormCard>
    </SettingsForm>
  );
}

/** Asks for confirmation and deletes; `onDone` runs before lists are refreshed. */
function useDeleteField(onDone?: () => unknown) {
  const { t } = useTranslation();
  const remove = useWrite(customProfileFieldsApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('profileFields.danger.deleted'));
    },
  });
  return async (field: Pick<CustomProfileField, 'name' | 'label'>) => {
    const confirmed = await confirm({
      title: t('profileFields.danger.confirmTitle', { name: labelOf(field, t) }),
      body: t('profileFields.danger.consequence'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { name: field.name } });
    }
  };
}
