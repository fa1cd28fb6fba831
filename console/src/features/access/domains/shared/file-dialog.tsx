import { VerificationFile, verificationTypes } from '@postern/contracts/access/domains';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';

const types = verificationTypes.map((type) => ({ value: type, label: type }));

type FileDialogProps = {
  /** Undefined for a new one. */
  file: VerificationFile | undefined;
  /** Paths of the other files. */
  taken: readonly string[];
  save: (file: VerificationFile) => Promise<unknown>;
  onClose: () => void;
};

export function FileDialog({ file, taken, save, onClose }: FileDialogProps) {
  const { t } = useTranslation();
  const schema = VerificationFile.refine(({ path }) => !taken.includes(path), {
    path: ['path'],
    error: t('domains.files.taken'),
  });
  const form = useForm<VerificationFile>({
    resolver: schemaResolver(schema),
    defaultValues: file ?? { path: '', contentType: 'text/plain', content: '' },
  });
  const submit = useSubmit(form, async (body) => {
    await save(body);
    onClose();
    showSuccess(t('domains.files.saved'));
  });
  return (
    <FormDialog
      onClose={onClose}
      title={file ? t('domains.files.edit') : t('domains.files.add')}
      description={t('domains.files.dialogHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={file ? t('actions.save') : t('domains.files.add')}
    >
      <TextField
        control={form.control}
        name="path"
        label={t('domains.files.path')}
        placeholder="/.well-known/name.txt"
        mono
        autoFocus
      />
      <SelectField control={form.control} name="contentType" label={t('domains.files.contentType')} choices={types} />
      <TextAreaField control={form.control} name="content" label={t('domains.files.content')} rows={8} mono />
    </FormDialog>
  );
}
