import { type User, usersApi } from '@postern/contracts/people/users';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { userPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { usePathParams } from '#platform/router/links.ts';
import { hasIdentifier, identifierCodes } from '../identifier-fields.ts';
import { IdentifierInputs } from '../identifier-inputs.tsx';
import { DangerCard, PasswordCard, ProfileCard } from './cards.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { CustomDataCard } from './custom-data-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { changesOf, SettingsForm as Form, type SettingsOutput, type SettingsValues, settingsOf } from './form.ts';
import { LockoutNotice } from './lockout-notice.tsx';
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
      <TokensCard user={user} />
      <ProfileCard control={control} user={user} />
      <CustomDataCard control={control} />
      <DangerCard user={user} />
    </SettingsForm>
  );
}
