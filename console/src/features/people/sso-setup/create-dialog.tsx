import { organizationsApi } from '@postern/contracts/people/organizations';
import { SsoProviderName, ssoProviderNames } from '@postern/contracts/people/sso-configs';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import {
  CreateSsoSetupLink,
  defaultSsoSetupDays,
  type NewSsoSetupLink,
  SsoSetupPurpose,
  ssoSetupLinksApi,
} from '@postern/contracts/people/sso-setup-links';
import i18next from 'i18next';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { CheckBox } from '#platform/form/check-box.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { addressFrame } from './address-dialog.tsx';
import classes from './sso-setup.module.css';

/** What the link is for, if it is made on the page of an organization or a connector. */
export type LinkOf = { organizationId?: string; connectorId?: string };

/** Offered lifetimes in days. */
const lifetimes = ['1', '3', '7', '14', '30'] as const;

const Form = z.object({
  name: CreateSsoSetupLink.shape.name,
  providers: z.array(SsoProviderName).min(1, { error: () => i18next.t('ssoSetup.form.missing') }),
  purposes: z.array(SsoSetupPurpose).min(1, { error: () => i18next.t('ssoSetup.form.missing') }),
  days: z.enum(lifetimes),
  enableWithoutReview: z.boolean(),
});
type Values = z.infer<typeof Form>;

const landing = {
  codes: { 'sso_setup.connector_in_use': 'enableWithoutReview' as const },
  field: (path: string) => Form.keyof().safeParse(path).data,
};

type CreateDialogProps = { of: LinkOf; onClose: () => void };

/** Creates a link, and then shows its address once in the same dialog. */
export function CreateDialog({ of, onClose }: CreateDialogProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<NewSsoSetupLink>();
  const [organizationId, setOrganizationId] = useState<string>();
  const create = useWrite(ssoSetupLinksApi.create, { quiet: true, onDone: setCreated });
  const form = useForm<Values>({
    resolver: schemaResolver(Form),
    defaultValues: {
      name: '',
      providers: [...ssoProviderNames],
      purposes: ['connect', 'domain', 'directory'],
      days: String(defaultSsoSetupDays) as Values['days'],
      enableWithoutReview: false,
    },
  });
  const submit = useSubmit(
    form,
    ({ days, ...values }) =>
      create.mutateAsync({
        body: { organizationId, ...of, ...values, expiresInDays: Number(days) },
      }),
    landing,
  );
  if (created) {
    return <DialogFrame {...addressFrame({ link: created, onClose })} />;
  }
  const isForConnector = of.connectorId !== undefined;
  return (
    <FormDialog
      size="wide"
      dirty={form.formState.isDirty}
      onClose={onClose}
      title={t('ssoSetup.create')}
      description={t('ssoSetup.form.help')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('ssoSetup.form.submit')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('ssoSetup.form.name')}
        help={t('ssoSetup.form.nameHelp')}
        placeholder={t('ssoSetup.form.namePlaceholder')}
        autoFocus
      />
      {!of.organizationId && !isForConnector && (
        <OrganizationField value={organizationId} onChange={setOrganizationId} />
      )}
      <PurposesField control={form.control} isForConnector={isForConnector} />
      {!isForConnector && <ProvidersField control={form.control} />}
      <SelectField
        control={form.control}
        name="days"
        label={t('fields.lifetime.label')}
        choices={lifetimes.map((days) => ({
          value: days,
          label: t('fields.lifetime.days', { count: Number(days) }),
        }))}
      />
      <SwitchField
        control={form.control}
        name="enableWithoutReview"
        label={t('ssoSetup.form.withoutReview')}
        help={t('ssoSetup.form.withoutReviewHelp')}
      />
    </FormDialog>
  );
}

type OrganizationFieldProps = { value: string | undefined; onChange: (id: string | undefined) => void };

function OrganizationField({ value, onChange }: OrganizationFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error } = useReadPage(
    organizationsApi.list,
    { query: { q: search || undefined, page: '1', page_size: '20' } },
    { quiet: true },
  );
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const found = data?.items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SearchSelect
      label={t('ssoSetup.form.organization')}
      placeholder={t('ssoSetup.form.organizationPlaceholder')}
      help={t('ssoSetup.form.organizationHelp')}
      optional
      chosen={value ? chosen : undefined}
      onChoose={(id) => {
        setChosen(found?.find((one) => one.value === id));
        onChange(id);
      }}
      found={found}
      error={error}
      onSearch={setSearch}
    />
  );
}

type PurposesFieldProps = { control: Control<Values>; isForConnector: boolean };

function PurposesField({ control, isForConnector }: PurposesFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'purposes' });
  const toggle = (purpose: SsoSetupPurpose, checked: boolean) =>
    field.onChange(checked ? [...field.value, purpose] : field.value.filter((one) => one !== purpose));
  return (
    <fieldset className={classes.choices}>
      <legend>{t('ssoSetup.form.purposes')}</legend>
      {(['connect', 'domain', 'directory'] as const).map((purpose, index) => (
        <CheckBox
          key={purpose}
          ref={index === 0 ? field.ref : undefined}
          label={t(`ssoSetup.purposes.${purpose}`)}
          help={t(`ssoSetup.purposeHelp.${purpose}`)}
          checked={field.value.includes(purpose)}
          // Without a connector, there is nothing else to do.
          disabled={purpose === 'connect' && !isForConnector}
          onCheck={(checked) => toggle(purpose, checked)}
        />
      ))}
      {fieldState.error?.message && <FieldError message={fieldState.error.message} />}
    </fieldset>
  );
}

function ProvidersField({ control }: { control: Control<Values> }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'providers' });
  const { data } = useRead(ssoConnectorsApi.listProviders, {}, { quiet: true, staleTime: 300_000 });
  const names = new Map((data ?? []).map(({ providerName, name }) => [providerName, name]));
  const toggle = (name: SsoProviderName, checked: boolean) =>
    field.onChange(checked ? [...field.value, name] : field.value.filter((one) => one !== name));
  return (
    <fieldset className={classes.choices}>
      <legend>{t('ssoSetup.form.providers')}</legend>
      <div className={classes.columns}>
        {ssoProviderNames.map((name, index) => (
          <CheckBox
            key={name}
            ref={index === 0 ? field.ref : undefined}
            label={names.get(name) ?? name}
            checked={field.value.includes(name)}
            onCheck={(checked) => toggle(name, checked)}
          />
        ))}
      </div>
      {fieldState.error?.message && <FieldError message={fieldState.error.message} />}
    </fieldset>
  );
}
