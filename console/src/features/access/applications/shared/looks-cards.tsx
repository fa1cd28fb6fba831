import { brandPalette, darkBrandOf } from '@postern/contracts/brand';
import { HexColor } from '@postern/contracts/fields';
import { defaultBrandColor, defaultDarkBrandColor } from '@postern/contracts/wire';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { CodeField } from '#platform/form/code-field.tsx';
import { ColorField } from '#platform/form/color-field.tsx';
import { ImageUrlField } from '#platform/form/image-url-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import classes from '../applications.module.css';
import type { LooksValues } from './looks.ts';

type CardProps = { control: Control<LooksValues, unknown, LooksValues> };

type LooksCardsProps = CardProps & {
  words: { title: string; help: string; own: string; ownHelp: string; imagesHelp: string; cssHelp: string };
};

/** Branding of an application or an organization: colors, images and CSS, behind a switch. */
export function LooksCards({ control, words }: LooksCardsProps) {
  const { t } = useTranslation();
  const isOn = useWatch({ control, name: 'isOn' });
  return (
    <>
      <FormCard title={words.title} help={words.help}>
        <SwitchField control={control} name="isOn" label={words.own} help={words.ownHelp} />
        {isOn && <Colors control={control} />}
      </FormCard>
      {isOn && <Images control={control} help={words.imagesHelp} />}
      {isOn && (
        <FormCard title={t('applications.branding.cssTitle')} help={words.cssHelp}>
          <CodeField
            control={control}
            name="customCss"
            label={t('applications.branding.css')}
            placeholder={'.card {\n  border-radius: 4px;\n}'}
            minRows={6}
            optional
          />
        </FormCard>
      )}
    </>
  );
}

function Colors({ control }: CardProps) {
  const { t } = useTranslation();
  const [light, dark] = useWatch({ control, name: ['primaryColor', 'darkPrimaryColor'] });
  // If empty, the dark color is derived from the light one.
  const derived = HexColor.safeParse(light.trim()).success ? darkBrandOf(light.trim()) : defaultDarkBrandColor;
  return (
    <>
      <div className={classes.pair}>
        <ColorField
          control={control}
          name="primaryColor"
          label={t('applications.branding.primaryColor')}
          placeholder={defaultBrandColor}
          optional
        />
        <ColorField
          control={control}
          name="darkPrimaryColor"
          label={t('applications.branding.darkPrimaryColor')}
          placeholder={derived}
          optional
        />
      </div>
      <div className={classes.pair} aria-hidden>
        <Sample color={light} theme="light" fallback={defaultBrandColor} />
        <Sample color={dark} theme="dark" fallback={derived} />
      </div>
    </>
  );
}

type SampleProps = { color: string; theme: 'light' | 'dark'; fallback: string };

/** A button and a link as the sign-in page renders them. */
function Sample({ color, theme, fallback }: SampleProps) {
  const { t } = useTranslation();
  const palette = brandPalette(HexColor.safeParse(color).success ? color : fallback, theme);
  return (
    <div className={classes.sample} data-theme={theme} style={{ background: palette['brand-page'] }}>
      <span
        className={classes.sampleButton}
        style={{ background: palette.brand, color: palette['on-brand'], borderColor: palette['brand-edge'] }}
      >
        {t('applications.branding.sampleButton')}
      </span>
      <span style={{ color: palette['brand-text'] }}>{t('applications.branding.sampleLink')}</span>
    </div>
  );
}

function Images({ control, help }: CardProps & { help: string }) {
  const { t } = useTranslation();
  const fields = [
    { name: 'logoUrl', label: t('applications.branding.logo'), ground: 'light', file: 'logo.svg' },
    { name: 'darkLogoUrl', label: t('applications.branding.darkLogo'), ground: 'dark', file: 'logo-dark.svg' },
    { name: 'favicon', label: t('applications.branding.favicon'), ground: 'light', file: 'favicon.svg' },
    { name: 'darkFavicon', label: t('applications.branding.darkFavicon'), ground: 'dark', file: 'favicon-dark.svg' },
  ] as const;
  return (
    <FormCard title={t('applications.branding.imagesTitle')} help={help}>
      {fields.map(({ file, ...field }) => (
        <ImageUrlField key={field.name} control={control} {...field} placeholder={`https://cdn.example.com/${file}`} />
      ))}
    </FormCard>
  );
}
