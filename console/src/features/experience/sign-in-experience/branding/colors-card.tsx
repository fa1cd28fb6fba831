import { brandPalette, contrast, darkBrandOf } from '@postern/contracts/brand';
import { HexColor } from '@postern/contracts/fields';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { ColorField } from '#platform/form/color-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './branding.module.css';
import { type BrandingValues, followingDark } from './form.ts';

export function ColorsCard({ form }: { form: UseFormReturn<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  const { control } = form;
  const [light, dark, isDark] = useWatch({ control, name: ['primaryColor', 'darkPrimaryColor', 'isDarkModeEnabled'] });
  const lastLight = useRef(light);
  useEffect(() => {
    const before = lastLight.current;
    if (light === before || !HexColor.safeParse(light.trim()).success) {
      return;
    }
    lastLight.current = light;
    const next = followingDark(before, light, form.getValues('darkPrimaryColor'));
    // Loading or discarding a color also restores its dark color.
    if (next && form.getFieldState('primaryColor').isDirty) {
      form.setValue('darkPrimaryColor', next, { shouldDirty: true, shouldValidate: true });
    }
  }, [light, form]);
  const recalculate = () =>
    form.setValue('darkPrimaryColor', darkBrandOf(light.trim()), { shouldDirty: true, shouldValidate: true });
  return (
    <FormCard title={t('signInExperience.colors.title')} help={t('signInExperience.colors.help')}>
      <div className={classes.pair}>
        <ColorField
          control={control}
          name="primaryColor"
          label={t('signInExperience.colors.brand')}
          suffix={<ContrastBadge color={light} theme="light" />}
          suffixWidth={84}
        />
        {isDark && (
          <ColorField
            control={control}
            name="darkPrimaryColor"
            label={t('signInExperience.colors.darkBrand')}
            suffix={
              <span className={classes.suffix}>
                <ContrastBadge color={dark} theme="dark" />
                <IconButton
                  label={t('signInExperience.colors.recalculate')}
                  size="small"
                  disabled={!HexColor.safeParse(light.trim()).success}
                  onClick={recalculate}
                >
                  <IconRefresh size={16} stroke={1.5} aria-hidden />
                </IconButton>
              </span>
            }
            suffixWidth={116}
          />
        )}
      </div>
      <SwitchField
        control={control}
        name="isDarkModeEnabled"
        label={t('signInExperience.colors.darkMode')}
        help={t('signInExperience.colors.darkModeHelp')}
      />
    </FormCard>
  );
}

/** WCAG 2.2: 4.5 is AA, 7 is AAA. Text on a color is black or white, so AA is always met. */
function ContrastBadge({ color, theme }: { color: string; theme: 'light' | 'dark' }) {
  const { t, i18n } = useTranslation();
  if (!HexColor.safeParse(color.trim()).success) {
    return null;
  }
  const { brand, 'on-brand': ink } = brandPalette(color.trim(), theme);
  const ratio = contrast(brand, ink);
  const level = ratio >= 7 ? 'AAA' : 'AA';
  const text = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10);
  return (
    <span title={t('signInExperience.colors.contrast', { ratio: text, level })}>
      <Tag tone="success" small>
        {text} {level}
      </Tag>
    </span>
  );
}
