import { Button } from '@mantine/core';
import type { User } from '@postern/contracts/people/users';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { usersPath } from '#paths/users.ts';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { AvatarField } from '#platform/form/avatar-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { nameOf } from '#platform/person.ts';
import { useGo } from '#platform/router/links.ts';
import { useDeleteUser } from '../delete.ts';
import { PasswordDialog } from '../password-dialog.tsx';
import type { SettingsOutput, SettingsValues } from './form.ts';
import { ProfileFields } from './profile-fields.tsx';

type ProfileCardProps = { control: Control<SettingsValues, unknown, SettingsOutput>; user: User };

export function ProfileCard({ control, user }: ProfileCardProps) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('users.profile.title')} help={t('users.profile.help')}>
      <TextField control={control} name="name" label={t('users.fields.name')} />
      <AvatarField
        control={control}
        name="avatar"
        label={t('users.fields.avatar')}
        person={nameOf(user)}
        assets={userAssetsApi}
      />
      <ProfileFields control={control} />
    </FormCard>
  );
}

export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const state = user.hasPassword ? 'set' : 'notSet';
  return (
    <FormCard title={t('users.password.title')} help={t('users.password.help')}>
      <DangerRow
        title={t(`users.password.${state}`)}
        help={t(`users.password.${state}Help`)}
        action={
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(user.hasPassword ? 'users.password.reset' : 'users.password.give')}
          </Button>
        }
      />
      {isOpen && <PasswordDialog user={user} onClose={() => setOpen(false)} />}
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
