import { pageClasses } from '@postern/contracts/wire';
import { type ReactNode, use, useMemo } from 'react';
import { isWebAddress } from '../platform/addresses.ts';
import { ChangeLanguageContext } from '../platform/change-language.ts';
import { nameLanguages } from '../platform/languages.ts';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon, PosternMark } from './icons.tsx';

/** Renders plain text if the URL is not http(s), for example a script. */
export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  const { common } = usePhrases();
  if (!isWebAddress(href)) {
    return children;
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> ({common.newTab})</span>
    </a>
  );
}

/** `withTerms` is false where the card already links the terms. */
export function Footer({ withTerms }: { withTerms: boolean }) {
  const { experience } = useSettings();
  const { common } = usePhrases();
  const { supportWebsiteUrl, supportEmail, privacyPolicyUrl, termsOfUseUrl, hideLogtoBranding } = experience;
  return (
    <footer className="footer">
      {supportWebsiteUrl && <NewTabLink href={supportWebsiteUrl}>{common.help}</NewTabLink>}
      {supportEmail && <a href={`mailto:${supportEmail}`}>{common.contact}</a>}
      {withTerms && privacyPolicyUrl && <NewTabLink href={privacyPolicyUrl}>{common.privacy}</NewTabLink>}
      {withTerms && termsOfUseUrl && <NewTabLink href={termsOfUseUrl}>{common.terms}</NewTabLink>}
      <LanguageChoice />
      {!hideLogtoBranding && (
        <span className={`signature ${pageClasses.signature}`}>
          <PosternMark />
          {common.signature}
        </span>
      )}
    </footer>
  );
}

/** The page language by its native name, with the native select of all languages. */
function LanguageChoice() {
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
