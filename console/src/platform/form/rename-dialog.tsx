import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from './form-dialog.tsx';
import { schemaResolver } from './resolver.ts';
import { type Landing, useSubmit } from './submit.ts';
import { TextField } from './text-field.tsx';

type Named = { name: string };
type RenameDialogProps = {
  title: string;
  label: string;
  name: string;
  schema: z.ZodType<Named, Named>;
  /** Maps server errors to fields. */
  landing: Landing<Named>;
  rename: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for a new name. May be rendered inside a page that is itself a form. */
export function RenameDialog({ title, label, name, schema, landing, rename, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: { name } });
  const submit = useSubmit(form, (values) => rename(values.name), landing);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={title}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('actions.saveShort')}
    >
      <TextField control={form.control} name="name" label={label} autoFocus />
    </FormDialog>
  );
}
