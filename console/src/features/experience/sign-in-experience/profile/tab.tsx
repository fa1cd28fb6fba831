import { Button } from '@mantine/core';
import {
  type CustomProfileField,
  customProfileFieldsApi,
  ProfileFieldType,
} from '@postern/contracts/experience/custom-profile-fields';
import { IconPlus } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { profileFieldPath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { CardTable } from '#platform/detail/card-table.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { EmptyArt } from '#platform/feedback/art.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { EmptyState } from '#platform/list/empty-state.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { labelOf } from '../shared/field-label.ts';
import { type BuiltInField, builtInFields, isBuiltIn, newField, ownTypes, userDataKey } from '../shared/kinds.ts';
import { SignUpCard } from './sign-up-card.tsx';

export function ProfileTab() {
  const { t } = useTranslation();
  const go = useGo();
  const [isAdding, setAdding] = useState(false);
  const { data: fields, error, refetch } = useRead(customProfileFieldsApi.list, {});
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('profileFields.add')}
    </Button>
  );
  if (error && !fields) {
    return <LoadFailed error={error} retry={refetch} />;
  }
  return (
    <Cards>
      <ListCard
        title={t('profileFields.title')}
        help={t('profileFields.help')}
        action={fields?.length === 0 ? undefined : addButton}
      >
        {fields?.length === 0 ? (
          <EmptyState
            art={<EmptyArt />}
            title={t('profileFields.emptyTitle')}
            body={t('profileFields.emptyBody')}
            actions={addButton}
          />
        ) : (
          <FieldsTable fields={fields} />
        )}
      </ListCard>
      {fields && fields.length > 0 && <SignUpCard fields={fields} />}
      {isAdding && (
        <AddDialog
          fields={fields ?? []}
          onClose={() => setAdding(false)}
          onCreated={({ name }) => go(profileFieldPath, { fieldName: name })}
        />
      )}
    </Cards>
  );
}

function FieldsTable({ fields }: { fields: CustomProfileField[] | undefined }) {
  const { t } = useTranslation();
  // The new order, until the server's list matches it.
  const [wanted, setWanted] = useState<CustomProfileField[]>();
  const put = useWrite(customProfileFieldsApi.order, { onDone: () => showSuccess(t('profileFields.orderSaved')) });
  const order = (rows: CustomProfileField[]) => {
    setWanted(rows);
    const places = rows.map(({ name }, index) => ({ name, sieOrder: index + 1 }));
    put.mutate({ body: { order: places } }, { onSettled: () => setWanted(undefined) });
  };
  return (
    <CardTable
      label={t('profileFields.title')}
      rows={wanted ?? fields}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'label',
          title: t('profileFields.columns.label'),
          cell: (field) => (
            <PageLink className="link" to={profileFieldPath} params={{ fieldName: field.name }}>
              {labelOf(field, t)}
            </PageLink>
          ),
        },
        {
          id: 'type',
          title: t('profileFields.columns.type'),
          width: '26%',
          cell: ({ type }) => t(`profileFields.types.${type}`),
        },
        {
          id: 'key',
          title: t('profileFields.columns.key'),
          width: '36%',
          cell: (field) => <code>{userDataKey(field)}</code>,
        },
      ]}
      order={{ nameOf: (field) => labelOf(field, t), onOrder: order }}
    />
  );
}

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
function AddDialog({ fields, onClose, onCreated }: AddDialogProps) {
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
