import { CreateDomain, domainsApi } from '@postern/contracts/access/domains';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
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
    'domain.limit_to_one_domain': 'domain',
    'domain.not_configured': 'domain',
  },
} as const;

export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const create = useWrite(domainsApi.create, { quiet: true, onDone: onClose });
  const form = useForm({ resolver, defaultValues: { domain: '' } });
  const submit = useSubmit(
    form,
    async (body) => {
      await create.mutateAsync({ body });
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
        placeholder="auth.example.com"
        inputMode="url"
        mono
        autoFocus
      />
    </FormDialog>
  );
}
