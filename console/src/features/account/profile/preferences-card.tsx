import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { languages } from '#platform/i18n/languages.ts';
import { type Appearance, appearances, usePreferences } from '#platform/preferences.ts';

/** Saved on selection without a message: the change is visible at once. */
export function PreferencesCard() {
  const { t } = useTranslation();
  const { language, appearance, setLanguage, setAppearance } = usePreferences();
  return (
    <FormCard title={t('ownProfile.preferences.title')} help={t('ownProfile.preferences.help')}>
      <Select
        label={t('shell.language')}
        data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        value={language}
        onChange={(code) => code && void setLanguage(code)}
        allowDeselect={false}
        maw={320}
      />
      <Select
        label={t('shell.appearance')}
        data={appearances.map((value) => ({ value, label: t(`shell.appearances.${value}`) }))}
        value={appearance}
        // The values are those of the choices above.
        onChange={(value) => value && setAppearance(value as Appearance)}
        allowDeselect={false}
        maw={320}
      />
    </FormCard>
  );
}
