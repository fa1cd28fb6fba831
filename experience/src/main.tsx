import { type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './platform/theme.css';
import { ChangeLanguageContext, createLanguageChange } from './platform/change-language.ts';
import { joinDraft } from './platform/draft.ts';
import { FollowUpsContext } from './platform/follow-ups.ts';
import { joinInteraction } from './platform/interaction.ts';
import { asksForPhones, loadPhones } from './platform/phones.ts';
import { loadPhrases, type Phrases, PhrasesContext } from './platform/phrases.ts';
import { navigate, settle, usePath } from './platform/router.ts';
import { readSettings, type Settings, SettingsContext } from './platform/settings.ts';
import { ErrorPage, notFound } from './steps/error/index.tsx';
import { steps } from './steps/index.ts';

const routes = steps.flatMap((step) => step.routes);
const followUps = Object.assign({}, ...steps.map((step) => step.takes));

function CurrentStep({ settings }: { settings: Settings }) {
  const asked = usePath();
  const { path, route, params } = settle(routes, asked, settings, notFound);
  useEffect(() => {
    if (route !== notFound && path !== asked) {
      navigate(path, { replace: true });
    }
  }, [path, asked, route]);
  return <route.Page key={path} params={params} />;
}

function frame(settings: Settings, phrases: Phrases, content: ReactNode) {
  return (
    <SettingsContext value={settings}>
      <PhrasesContext value={phrases}>
        <FollowUpsContext value={followUps}>{content}</FollowUpsContext>
      </PhrasesContext>
    </SettingsContext>
  );
}

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
  function render(shown: Settings, words: Phrases) {
    const content = <CurrentStep settings={shown} />;
    root.render(frame(shown, words, <ChangeLanguageContext value={changeLanguage}>{content}</ChangeLanguageContext>));
  }
  if (settings.previewOrigin) {
    const { startPreview } = await import('./preview/start.ts');
    startPreview(place, settings, settings.previewOrigin, (...shown) => flushSync(() => render(...shown)));
    return root;
  }
  render(settings, phrases);
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
