import { meApi, UpdateMe } from '@postern/contracts/account/me';
import type { User } from '@postern/contracts/people/users';
import { meAssetsApi } from '@postern/contracts/records/user-assets';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { RequestError } from '#platform/client/request-error.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { alert } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { AvatarField } from '#platform/form/avatar-field.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { nameOf } from '#platform/person.ts';
import { withFactor } from './ask-factor.ts';

export type ProfileField = 'avatar' | 'name' | 'username';

const { avatar, name, username } = UpdateMe.shape;
const schemas: Record<ProfileField, z.ZodType<string, string>> = {
  avatar: z.string().refine((url) => avatar.safeParse(url).success, { error: () => i18next.t('fields.webUrl') }),
  name: z
    .string()
    .trim()
    .refine((text) => name.safeParse(text).success, { error: () => i18next.t('fields.tooLong', { max: '128' }) }),
  username: z
    .string()
    .min(1)
    .refine((text) => username.safeParse(text).success, {
      error: () => i18next.t('ownProfile.information.usernameRule'),
    }),
};

type EditDialogProps = { field: ProfileField; me: User; onClose: () => void };

/** Edits one profile field: saves, shows a message, closes and refetches. */
export function EditDialog({ field, me, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  const write = useWrite(meApi.update, {
    quiet: true,
    onDone: () => {
      onClose();
      showSuccess(t('ownProfile.updated'));
    },
  });
  const form = useForm({
    resolver: schemaResolver(z.object({ value: schemas[field] })),
    defaultValues: { value: me[field] ?? '' },
  });
  const submit = useSubmit(form, async ({ value }) => {
    try {
      await withFactor(() => write.mutateAsync({ body: { [field]: value } }));
    } catch (error) {
      // A refused value, such as a taken username, is shown in a dialog: a toast would disappear.
      if (!(error instanceof RequestError && error.status === 422)) {
        throw error;
      }
      await alert({ title: t('ownProfile.refused'), body: error.message, close: t('actions.gotIt') });
    }
  });
  const label = t(`ownProfile.information.${field}`);
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t(`ownProfile.information.titles.${field}`)}
      description={field === 'avatar' ? t('ownProfile.information.avatarHelp') : undefined}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('actions.saveShort')}
    >
      {field === 'avatar' ? (
        <AvatarField
          control={form.control}
          name="value"
          label={t('ownProfile.information.avatarAddress')}
          person={nameOf(me)}
          assets={meAssetsApi}
          autoFocus
        />
      ) : (
        <TextField
          control={form.control}
          name="value"
          label={label}
          help={field === 'username' ? t('ownProfile.information.usernameHelp') : undefined}
          autoFocus
        />
      )}
    </FormDialog>
  );
}
