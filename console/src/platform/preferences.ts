import { useMantineColorScheme } from '@mantine/core';
import { meApi, type Preferences, preferencesKey } from '@postern/contracts/me';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from './client/use-write.ts';
import { isLanguage } from './i18n/languages.ts';
import { showLanguage } from './i18n/setup.ts';
import { preferencesOf, useMe } from './person.ts';
import { storageKeys } from './storage.ts';

export type Appearance = 'auto' | 'light' | 'dark';
export const appearances: readonly Appearance[] = ['auto', 'light', 'dark'];

const toWire = { auto: 'system', light: 'light', dark: 'dark' } as const;
const fromWire = { system: 'auto', light: 'light', dark: 'dark' } as const;

async function switchLanguage(code: string): Promise<void> {
  localStorage.setItem(storageKeys.language, code);
  await showLanguage(code);
}

/** Keeps a setting with the person. */
function useKeep() {
  const { data: me } = useMe();
  const write = useWrite(meApi.patchCustomData, { quiet: true });
  return (change: Preferences) => {
    if (me) {
      const kept = me.customData[preferencesKey];
      const current = typeof kept === 'object' && kept !== null ? kept : {};
      write.mutate({ body: { [preferencesKey]: { ...current, ...change } } });
    }
  };
}

/** Whether a notice was read; undefined while that is not known. Who reads it sees it no more, wherever they sign in. */
export function useAcknowledged(notice: 'connectorSieNoticeConfirmed' | 'signInExperienceCustomized') {
  const { data: me } = useMe();
  const keep = useKeep();
  const [isGone, setGone] = useState(false);
  return {
    isRead: isGone || (me && preferencesOf(me)[notice] === true),
    acknowledge: () => {
      setGone(true);
      keep({ [notice]: true });
    },
  };
}

/** Language and appearance: kept in this browser for the first paint, and with the person so that they follow. */
export function usePreferences() {
  const { i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useKeep();
  return {
    language: i18n.language,
    appearance: colorScheme,
    setLanguage: async (code: string) => {
      await switchLanguage(code);
      keep({ language: code });
    },
    setAppearance: (appearance: Appearance) => {
      setColorScheme(appearance);
      keep({ appearanceMode: toWire[appearance] });
    },
  };
}

/** Applies what the person chose on another machine, once per visit. */
export function useKeptPreferences(): void {
  const { setColorScheme } = useMantineColorScheme();
  const { data: me } = useMe();
  const applied = useRef(false);
  useEffect(() => {
    if (!me || applied.current) {
      return;
    }
    applied.current = true;
    const { language, appearanceMode } = preferencesOf(me);
    if (isLanguage(language)) {
      void switchLanguage(language);
    }
    if (appearanceMode) {
      setColorScheme(fromWire[appearanceMode]);
    }
  }, [me, setColorScheme]);
}
