import { Button } from '@mantine/core';
import { nameIdFormats } from '@postern/contracts/access/saml-applications';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { MultiTextField } from '#platform/form/multi-text-field.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { SamlSettingsOutput, SamlSettingsValues } from './settings-form.ts';

type ServiceCardProps = { form: UseFormReturn<SamlSettingsValues, unknown, SamlSettingsOutput> };

/** What the application says about itself: typed in, or read from its metadata. */
export function ServiceCard({ form }: ServiceCardProps) {
  const { t } = useTranslation();
  const { control } = form;
  const [isImporting, setImporting] = useState(false);
  const isEmail = useWatch({ control, name: 'nameIdFormat' }) === nameIdFormats.emailAddress;
  const names = Object.keys(nameIdFormats) as (keyof typeof nameIdFormats)[];
  const take = (values: Partial<SamlSettingsValues>) => {
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
    setImporting(false);
    showSuccess(t('samlApplications.service.imported'));
  };
  return (
    <FormCard title={t('samlApplications.service.title')} help={t('samlApplications.service.help')}>
      {!isReadOnly() && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('samlApplications.service.import')}
          </Button>
        </div>
      )}
      <TextField
        control={control}
        name="entityId"
        label={t('samlApplications.service.entityId')}
        help={t('samlApplications.service.entityIdHelp')}
        placeholder="https://app.example.com/metadata"
        mono
      />
      <TextField
        control={control}
        name="acsUrl"
        label={t('samlApplications.service.acsUrl')}
        help={t('samlApplications.service.acsUrlHelp')}
        placeholder="https://app.example.com/acs"
        inputMode="url"
        mono
      />
      <MultiTextField
        control={control}
        name="moreAcsUrls"
        label={t('samlApplications.service.moreAcsUrls')}
        help={t('samlApplications.service.moreAcsUrlsHelp')}
        placeholder="https://app.example.com/other-acs"
        optional
      />
      <SelectField
        control={control}
        name="nameIdFormat"
        label={t('samlApplications.service.nameId')}
        help={t(isEmail ? 'samlApplications.service.emailNote' : 'samlApplications.service.nameIdHelp')}
        choices={names.map((name) => ({
          value: nameIdFormats[name],
          label: t(`samlApplications.service.nameIdFormats.${name}`),
        }))}
      />
      {isImporting && <ImportDialog take={take} onClose={() => setImporting(false)} />}
    </FormCard>
  );
}
