import { IconSparkles } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { OnceOpened } from '#platform/ui/side-panel.tsx';
import { openAssistant, useAssistantOpen } from './open.ts';

const Panel = lazy(async () => {
  const [part] = await Promise.all([import('./panel.tsx'), loadPhrases(['assistant', 'contact'])]);
  return { default: part.Panel };
});

export function AskButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={className} onClick={openAssistant}>
      <IconSparkles size={18} stroke={1.5} aria-hidden />
      {t('shell.ask')}
    </button>
  );
}

/** Loads the window when it is opened for the first time, and keeps the conversation while it is closed. */
export function AssistantHost() {
  return (
    <OnceOpened isOpen={useAssistantOpen()}>
      <Panel />
    </OnceOpened>
  );
}
