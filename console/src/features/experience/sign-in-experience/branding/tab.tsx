import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { maxUploadBytes } from '@postern/contracts/records/user-assets';
import { IconFileZip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { ImageField } from '#platform/form/image-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextAreaField } from '#platform/form/text-area-field.tsx';
import { useFileUpload } from '#platform/form/use-file-upload.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { CssCard } from '../shared/css-card.tsx';
import { useExperience, useExperienceForm } from '../shared/experience-form.ts';
import classes from './branding.module.css';
import { ColorsCard } from './colors-card.tsx';
import { BrandingForm, type BrandingValues, bodyOf, draftOf, isDarkFollowing, valuesOf } from './form.ts';

/** Incomplete CSS may break the page, so the preview waits for a pause in typing. */
const cssPause = 400;

export function BrandingTab() {
  const { t } = useTranslation();
  const stored = useExperience();
  const { form, save } = useExperienceForm({ schema: BrandingForm, values: valuesOf, body: bodyOf });
  const typed = useWatch({ control: form.control, compute: (values) => values });
  const [customCss] = useDebouncedValue(typed.customCss, cssPause);
  const { isDirty, dirtyFields } = form.formState;
  usePreviewDraft(draftOf({ ...typed, customCss }, stored), isDirty);
  const following = dirtyFields.primaryColor && isDarkFollowing(typed) ? (['darkPrimaryColor'] as const) : [];
  return (
    <SettingsForm form={form} save={save} following={following}>
      <ColorsCard form={form} />
      <PicturesCard control={form.control} />
      <SignatureCard control={form.control} />
      <CssCard
        control={form.control}
        name="customCss"
        title={t('signInExperience.css.title')}
        help={t('signInExperience.css.help')}
      />
      <CustomUiCard control={form.control} />
    </SettingsForm>
  );
}

function PicturesCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  const [isDark, darkLogo] = useWatch({ control, name: ['isDarkModeEnabled', 'darkLogoUrl'] });
  return (
    <FormCard title={t('signInExperience.pictures.title')} help={t('signInExperience.pictures.help')}>
      <div className={classes.pair}>
        <ImageField
          control={control}
          name="logoUrl"
          label={t('signInExperience.pictures.logo')}
          ground="light"
          shownOn={isDark && !darkLogo ? ['light', 'dark'] : ['light']}
        />
        {isDark && (
          <ImageField
            control={control}
            name="darkLogoUrl"
            label={t('signInExperience.pictures.darkLogo')}
            ground="dark"
            shownOn={['dark']}
          />
        )}
        <ImageField control={control} name="favicon" label={t('signInExperience.pictures.favicon')} ground="light" />
        {isDark && (
          <ImageField
            control={control}
            name="darkFavicon"
            label={t('signInExperience.pictures.darkFavicon')}
            ground="dark"
          />
        )}
      </div>
    </FormCard>
  );
}

function SignatureCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('signInExperience.signature.title')} help={t('signInExperience.signature.help')}>
      <SwitchField
        control={control}
        name="hidesSignature"
        label={t('signInExperience.signature.hide')}
        help={t('signInExperience.signature.hideHelp')}
      />
    </FormCard>
  );
}

// The code editor is larger than the rest of the page.
const zipRules = { types: ['application/zip', 'application/x-zip-compressed'], maxBytes: maxUploadBytes };

/** Custom UI in place of our pages. The upload is stored on the server until the form is saved. */
function CustomUiCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { field } = useController({ control, name: 'customUiAssets' });
  const [fileName, setFileName] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useFileUpload(signInExperienceApi.uploadCustomUi, zipRules, ({ customUiAssetId: id }, file) => {
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
      {field.value && (
        <>
          <TextAreaField
            control={control}
            name="scriptSrc"
            label={t('signInExperience.customUi.scripts')}
            help={t('signInExperience.customUi.scriptsHelp')}
            rows={3}
            mono
          />
          <TextAreaField
            control={control}
            name="connectSrc"
            label={t('signInExperience.customUi.calls')}
            help={t('signInExperience.customUi.callsHelp')}
            rows={3}
            mono
          />
        </>
      )}
    </FormCard>
  );
}
