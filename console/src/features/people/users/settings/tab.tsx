import { Button } from '@mantine/core';
import { type User, usersApi } from '@postern/contracts/people/users';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { userPath, usersPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { DangerRow, FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { AvatarField } from '#platform/form/avatar-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { nameOf } from '#platform/person.ts';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { hasIdentifier, identifierCodes } from '../identifier-fields.ts';
import { IdentifierInputs } from '../identifier-inputs.tsx';
import { ConnectionsCard } from '../identities/connections-card.tsx';
import { SsoCard } from '../identities/sso-card.tsx';
import { PasswordDialog } from '../password.tsx';
import { LockoutNotice, useDeleteUser } from '../status-and-actions.tsx';
import { FactorsCard } from './factors-card.tsx';
import { changesOf, SettingsForm as Form, type SettingsOutput, type SettingsValues, settingsOf } from './form.ts';
import { CustomDataCard, ProfileFields } from './profile-fields.tsx';
import { TokensCard } from './tokens-card.tsx';

const resolver = schemaResolver(Form);

/** `profile.address.country` and `customData.plan` map to the one field that contains them. */
const landing = {
  codes: identifierCodes,
  field: (path: string) => Form.keyof().safeParse(path.split('.')[0]).data,
};

export function SettingsTab() {
  const { id } = usePathParams(userPath);
  const { data: user } = useRead(usersApi.get, { params: { userId: id } });
  if (!user) {
    return (
      <Cards>
        <FormCardSkeleton fields={3} />
        <FormCardSkeleton fields={4} />
      </Cards>
    );
  }
  return <UserSettings key={user.id} user={user} />;
}

function UserSettings({ user }: { user: User }) {
  const { t } = useTranslation();
  const form = useForm<SettingsValues, unknown, SettingsOutput>({ resolver, defaultValues: settingsOf(user) });
  const { control } = form;
  const { dirtyFields } = form.formState;
  const update = useWrite(usersApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) => {
      const canSignIn = hasIdentifier(values) || Object.keys(user.identities).length > 0;
      if (!canSignIn && !(await askToLockOut())) {
        return undefined;
      }
      const body = changesOf(values, dirtyFields);
      return settingsOf(await update.mutateAsync({ params: { userId: user.id }, body }));
    },
    landing,
  );
  useStoredValues(form, user, settingsOf);
  const askToLockOut = () =>
    confirm({
      title: t('users.identifiers.lockOutTitle'),
      body: t('users.identifiers.lockOutBody'),
      confirm: t('users.identifiers.lockOutAction'),
      danger: true,
    });
  return (
    <SettingsForm form={form} save={save}>
      <LockoutNotice user={user} />
      <FormCard title={t('users.identifiers.title')} help={t('users.identifiers.help')}>
        <IdentifierInputs control={control} ownId={user.id} />
      </FormCard>
      <PasswordCard user={user} />
      <FactorsCard user={user} />
      <ConnectionsCard user={user} />
      <SsoCard user={user} />
      <TokensCard user={user} />
      <ProfileCard control={control} user={user} />
      <CustomDataCard control={control} />
      <DangerCard user={user} />
    </SettingsForm>
  );
}

type ProfileCardProps = { control: Control<SettingsValues, unknown, SettingsOutput>; user: User };

function ProfileCard({ control, user }: ProfileCardProps) {
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

function PasswordCard({ user }: { user: User }) {
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
      {user.hasPassword && <ExpirationRow user={user} />}
      {isOpen && <PasswordDialog user={user} onClose={() => setOpen(false)} />}
    </FormCard>
  );
}

/** Shown only if passwords expire. A mark can be taken back; an old password cannot become young again. */
function ExpirationRow({ user }: { user: User }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const params = { userId: user.id };
  const { data: state } = useRead(usersApi.getPasswordExpiration, { params }, { quiet: true });
  const expire = useWrite(usersApi.expirePassword, {
    onDone: (_, { body }) => showSuccess(t(body.isExpired ? 'users.password.expireDone' : 'users.password.keepDone')),
  });
  if (!state?.isEnabled || state.expiresAt === null) {
    return null;
  }
  const { hasExpired, isMarked, expiresAt } = state;
  const mark = (isExpired: boolean) => expire.mutate({ params, body: { isExpired } });
  return (
    <DangerRow
      title={hasExpired ? t('users.password.expired') : t('users.password.expiresOn', { when: date(expiresAt) })}
      help={t(hasExpired ? 'users.password.expiredHelp' : 'users.password.expiresHelp')}
      action={
        isMarked || !hasExpired ? (
          <BusyButton variant="default" busy={expire.isPending} onClick={() => mark(!isMarked)}>
            {t(isMarked ? 'users.password.keep' : 'users.password.expire')}
          </BusyButton>
        ) : undefined
      }
    />
  );
}

function DangerCard({ user }: { user: User }) {
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
