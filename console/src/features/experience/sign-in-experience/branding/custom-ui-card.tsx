import { Button } from '@mantine/core';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { maxUploadBytes } from '@postern/contracts/records/user-assets';
import { IconFileZip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { useFileUpload } from '#platform/form/use-file-upload.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import classes from './branding.module.css';
import type { BrandingValues } from './form.ts';

const rules = { types: ['application/zip', 'application/x-zip-compressed'], maxBytes: maxUploadBytes };

/** Custom UI in place of our pages. The upload is stored on the server until the form is saved. */
export function CustomUiCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { field } = useController({ control, name: 'customUiAssets' });
  const [fileName, setFileName] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useFileUpload(signInExperienceApi.uploadCustomUi, rules, ({ customUiAssetId: id }, file) => {
    setFileName(file.name);
    field.onChange({ id, createdAt: Date.now() });
  });
  return (
    <FormCard title={t('signInExperience.customUi.title')} help={t('signInExperience.customUi.help')}>
      <PlanNotice of={['bringYourUiEnabled']} />
      {field.value && (
        <div className={classes.package}>
          <IconFileZip size={20} stroke={1.5} aria-hidden />
          <span className={classes.packageName}>
            {fileName ?? t('signInExperience.customUi.inUse')}
            <small>{t('signInExperience.customUi.uploaded', { time: dateTime(field.value.createdAt) })}</small>
          </span>
          <Button variant="danger" size="xs" onClick={() => field.onChange(null)}>
            {t('signInExperience.customUi.remove')}
          </Button>
        </div>
      )}
      <div className={classes.uploadRow}>
        <Button
          variant="default"
          leftSection={<IconFileZip size={18} stroke={1.5} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(field.value ? 'signInExperience.customUi.replace' : 'signInExperience.customUi.choose')}
        </Button>
        {upload.share !== undefined && (
          <>
            <progress value={upload.share} max={1} aria-label={t('signInExperience.customUi.uploading')} />
            <Button variant="quiet" size="xs" onClick={upload.forget}>
              {t('actions.cancel')}
            </Button>
          </>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        onChange={(event) => {
          upload.take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {upload.error && (
        <div className={classes.error} role="alert">
          <FieldError message={upload.error} />
        </div>
      )}
    </FormCard>
  );
}
