import { Button } from '@mantine/core';
import type { User } from '@postern/contracts/users';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { JsonField } from '#platform/form/code-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { useDeleteUser } from './delete.ts';
import { usersPath } from './paths.ts';
import { ResetPasswordButton } from './reset-password.tsx';
import type { SettingsOutput, SettingsValues } from './settings-form.ts';

export function ProfileCard({ control }: { control: Control<SettingsValues, unknown, SettingsOutput> }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('users.profile.title')} help={t('users.profile.help')}>
      <TextField control={control} name="name" label={t('users.fields.name')} />
      <TextField
        control={control}
        name="avatar"
        label={t('users.fields.avatar')}
        placeholder="https://example.com/maya.png"
        inputMode="url"
        mono
      />
      <JsonField control={control} name="profile" label={t('users.fields.profile')} />
      <JsonField control={control} name="customData" label={t('users.fields.customData')} />
    </FormCard>
  );
}

export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const state = user.hasPassword ? 'set' : 'notSet';
  return (
    <FormCard title={t('users.password.title')} help={t('users.password.help')}>
      <DangerRow
        title={t(`users.password.${state}`)}
        help={t(`users.password.${state}Help`)}
        action={<ResetPasswordButton user={user} />}
      />
    </FormCard>
  );
}

export function DangerCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const go = useGo();
  const remove = useDeleteUser(() => go(usersPath, {}, { force: true }));
  return (
    <FormCard title={t('users.danger.title')} help={t('users.danger.help')} danger>
      <DangerRow
        title={t('users.danger.what')}
        help={t('users.danger.consequence')}
        action={
          <Button variant="danger" onClick={() => void remove(user)}>
            {t('users.danger.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
