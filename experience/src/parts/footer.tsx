import type { ReactNode } from 'react';
import { isWebAddress } from '../platform/addresses.ts';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { PosternMark } from './icons.tsx';
import { LanguageChoice } from './language-choice.tsx';

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
  const { supportWebsiteUrl, supportEmail, privacyPolicyUrl, termsOfUseUrl } = experience;
  return (
    <footer className="footer">
      {supportWebsiteUrl && <NewTabLink href={supportWebsiteUrl}>{common.help}</NewTabLink>}
      {supportEmail && <a href={`mailto:${supportEmail}`}>{common.contact}</a>}
      {withTerms && privacyPolicyUrl && <NewTabLink href={privacyPolicyUrl}>{common.privacy}</NewTabLink>}
      {withTerms && termsOfUseUrl && <NewTabLink href={termsOfUseUrl}>{common.terms}</NewTabLink>}
      <LanguageChoice />
      <span className="signature logto_signature">
        <PosternMark />
        {common.signature}
      </span>
    </footer>
  );
}
