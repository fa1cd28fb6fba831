import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './platform/theme.css';
import { FollowUpsContext } from './platform/follow-ups.ts';
import { loadPhrases, PhrasesContext } from './platform/phrases.ts';
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

async function open(place: HTMLElement) {
  const settings = readSettings();
  const phrases = await loadPhrases(settings.language);
  const frame = (content: ReactNode) => (
    <SettingsContext value={settings}>
      <PhrasesContext value={phrases}>
        <FollowUpsContext value={followUps}>{content}</FollowUpsContext>
      </PhrasesContext>
    </SettingsContext>
  );
  let broken = false;
  const root = createRoot(place, {
    onUncaughtError() {
      if (!broken) {
        broken = true;
        queueMicrotask(() => root.render(frame(<ErrorPage />)));
      }
    },
  });
  root.render(frame(<CurrentStep settings={settings} />));
}

// A page restored from the back-forward cache would still be waiting for the sign-in that has ended.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) {
    window.location.reload();
  }
});

const place = document.getElementById('root');
if (place) {
  void open(place);
}
