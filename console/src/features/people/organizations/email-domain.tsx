import { AddEmailDomain, organizationJitApi } from '@postern/contracts/people/organization-jit';
import { IconTrash } from '@tabler/icons-react';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { isTaken } from './is-taken.ts';

const Form = z.object({
  emailDomain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .refine((value) => AddEmailDomain.safeParse({ emailDomain: value }).success, {
      error: () => i18next.t('organizations.jit.domainInvalid'),
    }),
});
const resolver = schemaResolver(Form);
const landing = { field: () => 'emailDomain' as const };

type OfDomain = { organizationId: string };

export function AddDomainDialog({ organizationId, onClose }: OfDomain & { onClose: () => void }) {
  const { t } = useTranslation();
  const add = useWrite(organizationJitApi.addDomain, {
    quiet: true,
    onDone: ({ emailDomain }) => {
      onClose();
      showSuccess(t('organizations.jit.domainAdded', { domain: emailDomain }));
    },
  });
  const form = useForm({ resolver, defaultValues: { emailDomain: '' } });
  const submit = useSubmit(
    form,
    async (body) => {
      try {
        await add.mutateAsync({ params: { id: organizationId }, body });
      } catch (error) {
        if (!isTaken(error)) {
          throw error;
        }
        form.setError('emailDomain', { message: t('organizations.jit.domainTaken') }, { shouldFocus: true });
      }
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('organizations.jit.addDomain')}
      description={t('organizations.jit.addHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('organizations.jit.addDomain')}
    >
      <TextField
        control={form.control}
        name="emailDomain"
        label={t('organizations.jit.domain')}
        placeholder="example.com"
        inputMode="url"
        mono
        autoFocus
      />
    </FormDialog>
  );
}

export function RemoveDomain({ organizationId, domain }: OfDomain & { domain: string }) {
  const { t } = useTranslation();
  const remove = useWrite(organizationJitApi.removeDomain, {
    onDone: () => showSuccess(t('organizations.jit.domainRemoved', { domain })),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('organizations.jit.removeTitle', { domain }),
      body: t('organizations.jit.removeBody'),
      confirm: t('organizations.remove'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id: organizationId, emailDomain: domain } });
    }
  };
  return (
    <IconButton label={t('actions.remove', { what: domain })} size="small" onClick={() => void ask()}>
      <IconTrash size={18} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
