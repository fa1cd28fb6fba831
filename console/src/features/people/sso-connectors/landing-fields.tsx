import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { useState } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead, useReadPage } from '#platform/client/use-read.ts';
import { JsonField } from '#platform/form/code-field.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { containing } from '#platform/list/containing.ts';
import { type IdpInitiatedValues, starters } from './idp-initiated-form.ts';
import classes from './sso-connectors.module.css';

type LandingFieldsProps = { form: UseFormReturn<IdpInitiatedValues, unknown, IdpInitiatedValues> };

/** Where people arrive after a sign-in that started at the identity provider. */
export function LandingFields({ form }: LandingFieldsProps) {
  const { t } = useTranslation();
  const { control } = form;
  const starter = useWatch({ control, name: 'starter' });
  return (
    <>
      <RadioCards
        control={control}
        name="starter"
        label={t('ssoConnectors.idpInitiated.starter')}
        missing={t('fields.required')}
        choices={starters.map((value) => ({
          value,
          label: t(`ssoConnectors.idpInitiated.starters.${value}`),
          help: t(`ssoConnectors.idpInitiated.starterHelp.${value}`),
        }))}
      />
      <ApplicationField form={form} />
      {starter === 'client' ? (
        <TextField
          control={control}
          name="clientIdpInitiatedAuthCallbackUri"
          label={t('ssoConnectors.idpInitiated.clientUri')}
          help={t('ssoConnectors.idpInitiated.clientUriHelp')}
          placeholder="https://app.example.com/sso-start"
          inputMode="url"
          mono
        />
      ) : (
        <>
          <RedirectField form={form} />
          <JsonField
            control={control}
            name="authParameters"
            label={t('ssoConnectors.idpInitiated.parameters')}
            help={t('ssoConnectors.idpInitiated.parametersHelp')}
            optional
          />
        </>
      )}
    </>
  );
}

/** The server can start a sign-in only for applications with a server; a page can start one for any web application. */
const typesFor = { server: 'Traditional', client: ['Traditional', 'SPA'] } as const;

function useApplication(id: string) {
  return useRead(applicationsApi.get, { params: { id } }, { enabled: id !== '', quiet: true }).data;
}

/** Where a sign-in can end: an address with `*` is none. */
const fullAddresses = (application: Pick<Application, 'oidcClientMetadata'> | undefined): string[] =>
  (application?.oidcClientMetadata.redirectUris ?? []).filter((uri) => !uri.includes('*'));

function ApplicationField({ form: { control, setValue } }: LandingFieldsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { field, fieldState } = useController({ control, name: 'defaultApplicationId' });
  const starter = useWatch({ control, name: 'starter' });
  const query = {
    search: search === '' ? undefined : containing(search),
    types: starter === 'client' ? [...typesFor.client] : typesFor.server,
    isThirdParty: 'false' as const,
    page: '1',
    page_size: '20',
  };
  const found = useReadPage(applicationsApi.list, { query }, { quiet: true });
  const chosen = useApplication(field.value);
  return (
    <div>
      <SearchSelect
        label={t('ssoConnectors.idpInitiated.application')}
        placeholder={t('ssoConnectors.idpInitiated.applicationPlaceholder')}
        help={t('ssoConnectors.idpInitiated.applicationHelp')}
        chosen={field.value === '' ? undefined : { value: field.value, label: chosen?.name ?? field.value }}
        onChoose={(value) => {
          const next = found.data?.items.find(({ id }) => id === value);
          field.onChange(value ?? '');
          setValue('redirectUri', fullAddresses(next)[0] ?? '', { shouldDirty: true });
        }}
        found={found.data?.items.map(({ id, name }) => ({ value: id, label: name, note: id }))}
        error={found.error}
        onSearch={setSearch}
      />
      {fieldState.error?.message && (
        <div className={classes.error} role="alert">
          <FieldError message={fieldState.error.message} />
        </div>
      )}
    </div>
  );
}

/** One of the registered addresses of the application. */
function RedirectField({ form: { control } }: LandingFieldsProps) {
  const { t } = useTranslation();
  const [id, chosen] = useWatch({ control, name: ['defaultApplicationId', 'redirectUri'] });
  const uris = fullAddresses(useApplication(id));
  const choices = [...new Set([...uris, ...(chosen ? [chosen] : [])])];
  return (
    <SelectField
      control={control}
      name="redirectUri"
      label={t('ssoConnectors.idpInitiated.redirectUri')}
      help={t('ssoConnectors.idpInitiated.redirectUriHelp')}
      choices={choices.map((value) => ({ value, label: value }))}
      disabled={choices.length === 0}
    />
  );
}
