import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { ImageField } from '#platform/form/image-field.tsx';
import classes from './branding.module.css';
import type { BrandingValues } from './form.ts';

export function PicturesCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
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
