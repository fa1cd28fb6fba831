import { useDebouncedValue } from '@mantine/hooks';
import { type AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { usePreviewCenter } from '../preview/draft.tsx';
import type { Connected } from '../shared/connected.ts';
import { CssCard } from '../shared/css-card.tsx';
import { FieldPicker } from '../shared/field-picker.tsx';
import { useConnected } from '../shared/use-connected.ts';
import { AccessRows, MissingNotices, VaultCard } from './cards.tsx';
import { allOff, bodyOf, CenterForm, type CenterValues, valuesOf } from './center-form.ts';

/** Incomplete CSS may break the page, so the preview waits for a pause in typing. */
const cssPause = 400;

const resolver = schemaResolver(CenterForm);
const landing = { field: (path: string) => path as keyof CenterValues };

export function AccountCenterTab() {
  const read = useRead(accountCenterApi.get, {});
  const { connected, error, refetch } = useConnected();
  if (read.data && connected) {
    return <CenterSettings center={read.data} connected={connected} />;
  }
  return read.error || error ? (
    <LoadFailed error={read.error ?? error} retry={read.error ? read.refetch : refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={1} />
      <FormCardSkeleton fields={5} />
      <FormCardSkeleton fields={5} />
    </Cards>
  );
}

function CenterSettings({ center, connected }: { center: AccountCenter; connected: Connected }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: valuesOf(center) });
  const { control } = form;
  const update = useWrite(accountCenterApi.update, { quiet: true });
  const save = useSave(form, async (values) => valuesOf(await update.mutateAsync({ body: bodyOf(values) })), landing);
  useStoredValues(form, center, valuesOf);
  const typed = form.watch();
  const { enabled, fields } = typed;
  const [customCss] = useDebouncedValue(typed.customCss, cssPause);
  const { deleteAccount, webauthnRelatedOrigins: _, ...sent } = bodyOf({ ...typed, customCss });
  usePreviewCenter(
    { ...sent, enabled, fields: sent.fields ?? allOff, ...(deleteAccount ? { deleteAccount } : {}) },
    form.formState.isDirty,
  );
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('accountCenter.title')} help={t('accountCenter.help')}>
        <SwitchField
          control={control}
          name="enabled"
          label={t('accountCenter.enabled')}
          help={t('accountCenter.enabledHelp')}
        />
        {center.enabled && <HostedPages />}
      </FormCard>
      <MissingNotices fields={enabled ? fields : allOff} connected={connected} />
      <FormCard title={t('accountCenter.security.title')} help={t('accountCenter.security.help')}>
        <AccessRows
          control={control}
          title={t('accountCenter.identifiers')}
          fields={['email', 'phone', 'social']}
          disabled={!enabled}
        />
        <AccessRows
          control={control}
          title={t('accountCenter.authentication')}
          fields={['password', 'mfa', 'passkey', 'session']}
          disabled={!enabled}
        />
        <MultiTextField
          control={control}
          name="webauthnRelatedOrigins"
          label={t('accountCenter.origins.label')}
          help={t('accountCenter.origins.help')}
          placeholder="https://shop.example.com"
          optional
        />
      </FormCard>
      <FormCard title={t('accountCenter.profile.title')} help={t('accountCenter.profile.help')}>
        <AccessRows
          control={control}
          fields={['username', 'name', 'avatar', 'profile', 'customData']}
          disabled={!enabled}
        />
        <ShownFields control={control} />
      </FormCard>
      <FormCard title={t('accountCenter.leaving.title')} help={t('accountCenter.leaving.help')}>
        <SwitchField
          control={control}
          name="deleteAccount"
          label={t('accountCenter.leaving.deleteAccount')}
          help={t('accountCenter.leaving.deleteAccountHelp')}
          disabled={!enabled}
        />
        <TextField
          control={control}
          name="deleteAccountUrl"
          label={t('accountCenter.leaving.url')}
          help={t('accountCenter.leaving.urlHelp')}
          placeholder="https://shop.example.com/delete-account"
          optional
        />
      </FormCard>
      <CssCard
        control={control}
        name="customCss"
        title={t('accountCenter.css.title')}
        help={t('accountCenter.css.help')}
      />
      <VaultCard connectors={connected.all} />
    </SettingsForm>
  );
}

/** The custom profile fields on the profile page: all, or chosen ones in an order of their own. */
function ShownFields({ control }: { control: Control<CenterValues> }) {
  const { t } = useTranslation();
  const { data: catalog = [] } = useRead(customProfileFieldsApi.list, {}, { quiet: true });
  const { field } = useController({ control, name: 'profileFields' });
  const showsAll = useWatch({ control, name: 'showsAllFields' });
  return (
    <>
      <SwitchField
        control={control}
        name="showsAllFields"
        label={t('accountCenter.shownFields.all')}
        help={t('accountCenter.shownFields.allHelp')}
      />
      {!showsAll && (
        <FieldPicker
          label={t('accountCenter.shownFields.list')}
          none={t('accountCenter.shownFields.none')}
          add={t('accountCenter.shownFields.add')}
          fields={catalog}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    </>
  );
}

/** Links to the hosted account pages. */
function HostedPages() {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const value = endpoint && `${endpoint}/account`;
  return <KeyValues rows={[{ label: t('accountCenter.pages'), value, isAddress: true }]} />;
}
