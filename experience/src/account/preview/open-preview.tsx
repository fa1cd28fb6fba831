import type { ReactNode } from 'react';
import type { Phrases } from '../../platform/phrases.ts';
import { prefix } from '../../platform/prefix.ts';
import type { Settings } from '../../platform/settings.ts';
import { startPreview } from '../../preview/start.ts';
import { AccountCenter } from '../frame.tsx';
import { type AccountPhrases, loadAccountPhrases } from '../phrases.ts';
import { pretendSession } from '../session.ts';
import type { AccountSettings } from '../settings.ts';
import { SwitchedOff } from '../states.tsx';
import { answerWithSample } from './sample-account.ts';

type Show = (content: ReactNode, settings: Settings, phrases: Phrases, words: AccountPhrases) => void;

/** The console's preview: the pages of a sample person, with the settings that the console sends. */
export function openPreview(place: HTMLElement, sent: AccountSettings, origin: string, show: Show): void {
  pretendSession();
  let latest: Settings | undefined;
  startPreview(place, sent, origin, async (settings, phrases) => {
    latest = settings;
    const words = await loadAccountPhrases(settings.language, phrases.account);
    if (settings === latest) {
      // What the console sends has the form of what the server sends.
      const { enabled, fields } = (settings as AccountSettings).accountCenter;
      show(enabled ? <AccountCenter key={JSON.stringify(fields)} /> : <SwitchedOff />, settings, phrases, words);
    }
  });
  answerWithSample(prefix);
}
