import { maxSsoMetadataLength } from '@postern/contracts/people/sso-configs';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { checkFiles, sizeText } from '#platform/form/check-file.ts';
import { CodeField } from '#platform/form/code-field.tsx';
import { DropArea } from '#platform/form/drop-area.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { type ConnectionValues, samlSources } from './connection-form.ts';

type SamlFieldsProps = { form: UseFormReturn<ConnectionValues, unknown, ConnectionValues> };

/** The identity provider: by the URL of its metadata, by the document, or value by value. */
export function SamlFields({ form }: SamlFieldsProps) {
  const { t } = useTranslation();
  const { control } = form;
  const source = useWatch({ control, name: 'source' });
  return (
    <>
      <RadioCards
        control={control}
        name="source"
        label={t('ssoConnectors.saml.source')}
        missing={t('fields.required')}
        choices={samlSources.map((value) => ({
          value,
          label: t(`ssoConnectors.saml.sources.${value}`),
          help: t(`ssoConnectors.saml.sourceHelp.${value}`),
        }))}
      />
      {source === 'url' && (
        <TextField
          control={control}
          name="metadataUrl"
          label={t('ssoConnectors.saml.metadataUrl')}
          help={t('ssoConnectors.saml.metadataUrlHelp')}
          placeholder="https://login.example.com/saml/metadata"
          inputMode="url"
          mono
        />
      )}
      {source === 'xml' && <MetadataFields form={form} />}
      {source === 'manual' && (
        <>
          <TextField control={control} name="entityId" label={t('ssoConnectors.saml.entityId')} mono />
          <TextField
            control={control}
            name="signInEndpoint"
            label={t('ssoConnectors.saml.signInEndpoint')}
            help={t('ssoConnectors.saml.signInEndpointHelp')}
            placeholder="https://login.example.com/saml/sso"
            inputMode="url"
            mono
          />
          <TextField
            control={control}
            name="signOutEndpoint"
            label={t('ssoConnectors.published.signOut')}
            help={t('ssoConnectors.saml.signOutEndpointHelp')}
            placeholder="https://login.example.com/saml/slo"
            inputMode="url"
            mono
          />
          <TextAreaField
            control={control}
            name="x509Certificate"
            label={t('ssoConnectors.saml.certificate')}
            help={t('ssoConnectors.saml.certificateHelp')}
            placeholder="-----BEGIN CERTIFICATE-----"
            rows={6}
            mono
          />
        </>
      )}
    </>
  );
}

/** The document, pasted or read from a file. The file is read here and sent with the form. */
function MetadataFields({ form }: SamlFieldsProps) {
  const { t, i18n } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const limit = sizeText(maxSsoMetadataLength, i18n.language);
  const take = async (files: readonly File[]) => {
    const checked = checkFiles(files, { maxBytes: maxSsoMetadataLength });
    if ('problem' in checked) {
      setProblem(t(`fields.file.${checked.problem}`, { limit, types: 'XML' }));
      return;
    }
    setProblem(undefined);
    form.setValue('metadata', await checked.file.text(), { shouldDirty: true, shouldTouch: true });
    form.clearErrors('metadata');
  };
  return (
    <>
      <DropArea
        label={t('ssoConnectors.saml.file')}
        choose={t('ssoConnectors.saml.chooseFile')}
        drop={t('ssoConnectors.saml.dropFile')}
        hint={t('ssoConnectors.saml.fileHint', { limit })}
        accept={['.xml', 'text/xml', 'application/xml', 'application/samlmetadata+xml']}
        take={(files) => void take(files)}
        work={undefined}
        error={problem}
      />
      <CodeField
        control={form.control}
        name="metadata"
        label={t('ssoConnectors.saml.metadata')}
        placeholder={'<EntityDescriptor entityID="…">'}
        minRows={6}
      />
    </>
  );
}
