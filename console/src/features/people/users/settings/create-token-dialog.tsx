import { CreatePersonalAccessToken, personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { expiryOf, lifetimes } from '#platform/form/lifetime.ts';
import { LifetimeField } from '#platform/form/lifetime-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';

const TokenForm = z.object({ name: CreatePersonalAccessToken.shape.name, lifetime: z.enum(lifetimes) });
export const tokenLanding = {
  codes: { 'user.personal_access_token_name_exists': 'name' },
  field: () => 'name' as const,
} as const;

export function CreateTokenDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const create = useWrite(personalAccessTokensApi.create, { quiet: true, onDone: onClose });
  const form = useForm<z.infer<typeof TokenForm>>({
    resolver: schemaResolver(TokenForm),
    defaultValues: { name: '', lifetime: '30' },
  });
  const submit = useSubmit(
    form,
    async ({ name, lifetime }) => {
      await create.mutateAsync({ params: { userId }, body: { name, expiresAt: expiryOf(lifetime) } });
      showSuccess(t('userDetails.tokens.created'));
    },
    tokenLanding,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('userDetails.tokens.new')}
      description={t('userDetails.tokens.createHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('userDetails.tokens.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('userDetails.tokens.name')}
        placeholder={t('userDetails.tokens.namePlaceholder')}
        autoFocus
      />
      <LifetimeField value={form.watch('lifetime')} onChange={(value) => form.setValue('lifetime', value)} />
    </FormDialog>
  );
}
