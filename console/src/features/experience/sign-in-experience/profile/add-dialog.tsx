import {
  type CustomProfileField,
  customProfileFieldsApi,
  ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { type BuiltInField, builtInFields, isBuiltIn, newField, ownTypes } from '../shared/kinds.ts';

/** The dot makes sure that no field has this key. */
const own = '.own';

const AddForm = z
  .object({
    kind: z.string(),
    name: z.string().trim().max(128),
    label: z.string().trim().max(128),
    type: ProfileFieldType,
  })
  .check(({ value, issues }) => {
    const add = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.kind === own && !/^[\dA-Za-z]+$/.test(value.name)) {
      add('name', i18next.t(value.name ? 'profileFields.create.nameInvalid' : 'fields.required'));
    }
    if (value.kind === own && value.label === '') {
      add('label', i18next.t('fields.required'));
    }
  });

const landing = {
  codes: {
    'custom_profile_fields.invalid_name': 'name',
    'custom_profile_fields.name_conflict_built_in_prop': 'name',
    'custom_profile_fields.name_conflict_custom_data': 'name',
    'custom_profile_fields.name_conflict_sign_in_identifier': 'name',
    'custom_profile_fields.name_exists': 'name',
  },
} as const;

type AddDialogProps = {
  fields: readonly CustomProfileField[];
  onClose: () => void;
  onCreated: (field: CustomProfileField) => unknown;
};

/** Selects a standard field or a custom one; the rest is configured on the field's page. */
export function AddDialog({ fields, onClose, onCreated }: AddDialogProps) {
  const { t } = useTranslation();
  const rest = (Object.keys(builtInFields) as BuiltInField[]).filter(
    (name) => !fields.some((field) => field.name === name),
  );
  const create = useWrite(customProfileFieldsApi.create, {
    quiet: true,
    onDone: (field) => {
      onClose();
      showSuccess(t('profileFields.create.created'));
      return onCreated(field);
    },
  });
  const form = useForm({
    resolver: schemaResolver(AddForm),
    defaultValues: { kind: rest[0] ?? own, name: '', label: '', type: 'Text' as ProfileFieldType },
  });
  const submit = useSubmit(
    form,
    ({ kind, name, label, type }) =>
      create.mutateAsync({ body: isBuiltIn(kind) ? newField(kind, builtInFields[kind]) : newField(name, type, label) }),
    landing,
  );
  const isOwn = form.watch('kind') === own;
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('profileFields.create.title')}
      description={t('profileFields.create.help')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('profileFields.create.submit')}
    >
      <PlanNotice of={['collectUserProfileEnabled']} />
      <SelectField
        control={form.control}
        name="kind"
        label={t('profileFields.create.kind')}
        help={rest.length === 0 ? t('profileFields.create.allUsed') : undefined}
        choices={[
          ...rest.map((name) => ({ value: name, label: t(`profileFields.builtIn.${name}`) })),
          { value: own, label: t('profileFields.create.own') },
        ]}
        autoFocus
      />
      {isOwn && (
        <>
          <TextField
            control={form.control}
            name="name"
            label={t('profileFields.create.name')}
            help={t('profileFields.create.nameHelp')}
            placeholder={t('profileFields.create.namePlaceholder')}
            mono
          />
          <TextField
            control={form.control}
            name="label"
            label={t('profileFields.create.label')}
            placeholder={t('profileFields.create.labelPlaceholder')}
          />
          <SelectField
            control={form.control}
            name="type"
            label={t('profileFields.create.type')}
            choices={ownTypes.map((value) => ({ value, label: t(`profileFields.types.${value}`) }))}
          />
        </>
      )}
    </FormDialog>
  );
}
