import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../platform/theme.css';
import '../parts/page.css';
import '../parts/button.css';
import '../parts/form.css';
import { loadPhones } from '../platform/phones.ts';
import { loadPhrases, PhrasesContext } from '../platform/phrases.ts';
import { SettingsContext } from '../platform/settings.ts';
import { AccountCenter } from './frame.tsx';
import { AccountPhrasesContext, loadAccountPhrases } from './phrases/index.ts';
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

async function open(place: HTMLElement) {
  const settings = readAccountSettings();
  const [phrases, words] = await Promise.all([
    loadPhrases(settings.language, settings.phrases),
    loadAccountPhrases(settings.language),
    isShown(settings.accountCenter, 'phone') ? loadPhones() : undefined,
  ]);
  document.title = words.title;
  const root = createRoot(place);
  const show = (content: ReactNode) =>
    root.render(
      <SettingsContext value={settings}>
        <PhrasesContext value={phrases}>
          <AccountPhrasesContext value={words}>{content}</AccountPhrasesContext>
        </PhrasesContext>
      </SettingsContext>,
    );
  if (!settings.accountCenter.enabled) {
    show(<SwitchedOff />);
    return;
  }
  try {
    if (await openSession()) {
      show(<Opened />);
    } else {
      await signIn();
    }
  } catch {
    // Whatever it was, trying again is the way on.
    show(<SignInRefused />);
  }
}

// A page restored from the back-forward cache would show somebody who has signed out since.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});

const place = document.getElementById('root');
if (place) {
  void open(place);
}
