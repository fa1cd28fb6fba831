import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './platform/theme.css';
import { adopt } from './platform/adopt.ts';
import { ChangeLanguageContext, createLanguageChange } from './platform/change-language.ts';
import { joinDraft } from './platform/draft.ts';
import { joinInteraction } from './platform/interaction.ts';
import { asksForPhones, loadPhones } from './platform/phones.ts';
import { loadPhrases, type Phrases } from './platform/phrases.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { CurrentStep, frame } from './show-step.tsx';
import { ErrorPage } from './steps/error/index.tsx';

export async function open(place: HTMLElement) {
  const settings = readSettings();
  joinInteraction(settings);
  joinDraft();
  const [phrases] = await Promise.all([
    loadPhrases(settings.language, settings.phrases),
    // In the preview, settings can change while the page is open.
    asksForPhones(settings.experience) || settings.previewOrigin ? loadPhones() : undefined,
  ]);
  let broken = false;
  const root = createRoot(place, {
    onUncaughtError() {
      if (!broken) {
        broken = true;
        queueMicrotask(() => root.render(frame(settings, phrases, <ErrorPage />)));
      }
    },
  });
  const changeLanguage = createLanguageChange(settings, render);
  function contentFor(shown: Settings, words: Phrases) {
    const content = <CurrentStep settings={shown} />;
    return frame(shown, words, <ChangeLanguageContext value={changeLanguage}>{content}</ChangeLanguageContext>);
  }
  function render(shown: Settings, words: Phrases) {
    root.render(contentFor(shown, words));
  }
  if (settings.previewOrigin) {
    const { startPreview } = await import('./preview/start.ts');
    startPreview(place, settings, settings.previewOrigin, (...shown) => flushSync(() => render(...shown)));
    return root;
  }
  if (place.firstChild) {
    adopt(contentFor(settings, phrases), place);
  } else {
    render(settings, phrases);
  }
  return root;
}

// A page restored from the back-forward cache could still wait for a sign-in that has ended.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});

const place = document.getElementById('root');
if (place) {
  void open(place);
}
