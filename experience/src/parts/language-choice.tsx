import { use, useMemo } from 'react';
import { ChangeLanguageContext } from '../platform/change-language.ts';
import { nameLanguages } from '../platform/languages.ts';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon } from './icons.tsx';

/** The page language by its native name, with the native select of all languages. */
export function LanguageChoice() {
  const { common } = usePhrases();
  const { language, languages } = useSettings();
  const change = use(ChangeLanguageContext);
  const choices = useMemo(() => nameLanguages(languages), [languages]);
  const current = choices.find(({ tag }) => tag === language);
  return (
    <span className="language">
      <Icon name="world" size={16} />
      <span aria-hidden="true">{current?.name ?? language}</span>
      <Icon name="chevron-down" size={14} />
      <select aria-label={common.language} value={language} onChange={(event) => change(event.currentTarget.value)}>
        {choices.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
