import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../platform/theme.css';
import '../parts/page.css';
import '../parts/button.css';
import '../parts/form.css';
import { ChangeLanguageContext, createLanguageChange } from '../platform/change-language.ts';
import { loadPhones } from '../platform/phones.ts';
import { loadPhrases, type Phrases, PhrasesContext } from '../platform/phrases.ts';
import { currentPath } from '../platform/prefix.ts';
import { type Settings, SettingsContext } from '../platform/settings.ts';
import { AccountCenter } from './frame.tsx';
import { type AccountPhrases, AccountPhrasesContext, loadAccountPhrases } from './phrases.ts';
import { openSession, signIn, useSessionEnded } from './session.ts';
import { isShown, readAccountSettings } from './settings.ts';
import { Goodbye, SessionEnded, SignInRefused, SwitchedOff } from './states.tsx';

function Opened() {
  const ended = useSessionEnded();
  if (ended === 'deleted') {
    return <Goodbye />;
  }
  return ended ? <SessionEnded /> : <AccountCenter />;
}

export async function open(place: HTMLElement) {
  const settings = readAccountSettings();
  const [phrases, words] = await Promise.all([
    loadPhrases(settings.language, settings.phrases),
    loadAccountPhrases(settings.language, (settings.phrases as Partial<Phrases> | undefined)?.account),
    // In the preview, settings can change while the page is open.
    isShown(settings.accountCenter, 'phone') || settings.previewOrigin ? loadPhones() : undefined,
  ]);
  document.title = words.title;
  const root = createRoot(place);
  let shown: ReactNode;
  const changeLanguage = createLanguageChange(settings, async (changed, other) =>
    render(changed, other, await loadAccountPhrases(changed.language, other.account)),
  );
  const render = (current: Settings, sentences: Phrases, ownSentences: AccountPhrases) =>
    root.render(
      <SettingsContext value={current}>
        <PhrasesContext value={sentences}>
          <AccountPhrasesContext value={ownSentences}>
            <ChangeLanguageContext value={changeLanguage}>{shown}</ChangeLanguageContext>
          </AccountPhrasesContext>
        </PhrasesContext>
      </SettingsContext>,
    );
  const show = (content: ReactNode) => {
    shown = content;
    render(settings, phrases, words);
  };
  if (settings.previewOrigin) {
    const { openPreview } = await import('./preview/open-preview.tsx');
    openPreview(place, settings, settings.previewOrigin, (content, ...current) => {
      shown = content;
      render(...current);
    });
    return root;
  }
  if (currentPath().startsWith('/invitation/')) {
    const { InvitationPage } = await import('./invitation/invitation-page.tsx');
    show(<InvitationPage />);
    return root;
  }
  if (!settings.accountCenter.enabled) {
    show(<SwitchedOff />);
    return root;
  }
  try {
    if (await openSession()) {
      show(<Opened />);
    } else {
      await signIn();
    }
  } catch {
    // Whatever the cause, the next step is to try again.
    show(<SignInRefused />);
  }
  return root;
}

// A page restored from the back-forward cache could show an account that has been signed out since.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});

const place = document.getElementById('root');
if (place) {
  void open(place);
}
