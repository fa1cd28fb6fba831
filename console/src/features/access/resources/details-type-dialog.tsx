import { AuthorizationDetailsType, authorizationDetailsApi } from '@postern/contracts/access/authorization-details';
import { useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { NameValueList } from '#platform/form/name-value-list.tsx';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const resolver = schemaResolver(AuthorizationDetailsType);

type DetailsTypeDialogProps = {
  resourceId: string;
  /** All types of the API resource: they are saved together. */
  types: AuthorizationDetailsType[];
  /** Omit to add one. Its name cannot be changed, because APIs and applications use it. */
  edited?: AuthorizationDetailsType;
  onClose: () => void;
};

export function DetailsTypeDialog({ resourceId, types, edited, onClose }: DetailsTypeDialogProps) {
  const { t } = useTranslation();
  const replace = useWrite(authorizationDetailsApi.replace, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('states.saved'));
    },
  });
  const form = useForm({ resolver, defaultValues: edited ?? { type: '', title: '', fields: [] } });
  const { control } = form;
  const rows = useFieldArray({ control, name: 'fields' });
  const place = edited ? types.indexOf(edited) : types.length;
  const submit = useSubmit(
    form,
    (value) => replace.mutateAsync({ params: { id: resourceId }, body: types.toSpliced(place, 1, value) }),
    {
      codes: { 'resource.authorization_details_type_in_use': 'type' },
      // The body is the list of all types.
      field: (path) =>
        path.startsWith(`${place}.`) ? (path.slice(`${place}.`.length) as keyof AuthorizationDetailsType) : undefined,
    },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={edited ? t('resources.permissions.editTitle', { name: edited.type }) : t('resources.details.add')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={edited ? t('actions.saveShort') : t('resources.details.add')}
    >
      {!edited && (
        <TextField
          control={control}
          name="type"
          label={t('resources.details.type')}
          help={t('resources.details.typeHelp')}
          placeholder="payment_initiation"
          mono
          autoFocus
        />
      )}
      <TextField
        control={control}
        name="title"
        label={t('resources.details.shownTitle')}
        help={t('resources.details.titleHelp')}
        placeholder={t('resources.details.titlePlaceholder')}
        autoFocus={edited !== undefined}
      />
      <NameValueList
        label={t('resources.details.fields')}
        showsLabel
        add={t('resources.details.addField')}
        onAdd={() => rows.append({ name: '', title: '' })}
      >
        {rows.fields.map(({ id }, row) => (
          <NameValueRow
            key={id}
            control={control}
            fields={{ name: `fields.${row}.name`, value: `fields.${row}.title` }}
            texts={{
              row: t('resources.details.fieldName', { row: row + 1 }),
              nameLabel: t('resources.details.fieldName', { row: row + 1 }),
              namePlaceholder: 'actions',
              valueLabel: t('resources.details.fieldTitle', { row: row + 1 }),
              valuePlaceholder: t('resources.details.shownTitle'),
            }}
            isPlain
            onRemove={() => rows.remove(row)}
          />
        ))}
      </NameValueList>
    </FormDialog>
  );
}
