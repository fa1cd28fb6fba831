import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DialogButtons } from '../feedback/dialog-buttons.tsx';
import { DialogFrame } from '../feedback/dialog-frame.tsx';
import { schemaResolver } from './resolver.ts';
import { type Landing, useSubmit } from './submit.ts';
import { TextField } from './text-field.tsx';

type Named = { name: string };
type RenameDialogProps = {
  title: string;
  label: string;
  name: string;
  schema: z.ZodType<Named, Named>;
  /** Where refusals of the server are told. */
  landing: Landing<Named>;
  rename: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for another name. May stand in a page that is a form itself. */
export function RenameDialog({ title, label, name, schema, landing, rename, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: { name } });
  const submit = useSubmit(form, (values) => rename(values.name), landing);
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={title}
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting}>
          {t('actions.saveShort')}
        </DialogButtons>
      }
    >
      <TextField control={form.control} name="name" label={label} autoFocus />
    </DialogFrame>
  );
}
