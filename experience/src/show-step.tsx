import { type ReactNode, useEffect } from 'react';
import { FollowUpsContext } from './platform/follow-ups.ts';
import { type Phrases, PhrasesContext } from './platform/phrases.ts';
import { navigate, settle, usePath } from './platform/router.ts';
import { type Settings, SettingsContext } from './platform/settings.ts';
import { notFound } from './steps/error/index.tsx';
import { steps } from './steps/index.ts';

const routes = steps.flatMap((step) => step.routes);
const followUps = Object.assign({}, ...steps.map((step) => step.takes));

/** The page of the current path. */
export function CurrentStep({ settings }: { settings: Settings }) {
  const asked = usePath();
  const { path, route, params } = settle(routes, asked, settings, notFound);
  useEffect(() => {
    if (route !== notFound && path !== asked) {
      navigate(path, { replace: true });
    }
  }, [path, asked, route]);
  return <route.Page key={path} params={params} />;
}

export function frame(settings: Settings, phrases: Phrases, content: ReactNode) {
  return (
    <SettingsContext value={settings}>
      <PhrasesContext value={phrases}>
        <FollowUpsContext value={followUps}>{content}</FollowUpsContext>
      </PhrasesContext>
    </SettingsContext>
  );
}
