import { CreateDomain } from '@postern/contracts/access/domains';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const resolver = schemaResolver(CreateDomain);
const landing = {
  codes: {
    'domain.domain_is_not_allowed': 'domain',
    'domain.domain_in_use': 'domain',
    'domain.exceed_domain_limit': 'domain',
    'domain.not_configured': 'domain',
  },
} as const;

type AddDialogProps = { add: (body: CreateDomain) => Promise<unknown>; onClose: () => void; example: string };

export function AddDialog({ add, onClose, example }: AddDialogProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: { domain: '' } });
  const submit = useSubmit(
    form,
    async (body) => {
      await add(body);
      onClose();
      showSuccess(t('domains.added'));
    },
    landing,
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('domains.add')}
      description={t('domains.addHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('domains.add')}
    >
      <TextField
        control={form.control}
        name="domain"
        label={t('domains.domain')}
        placeholder={example}
        inputMode="url"
        mono
        autoFocus
      />
    </FormDialog>
  );
}
