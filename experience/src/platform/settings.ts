import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import { createContext, use } from 'react';

export type Settings = EmbeddedSettings;

/** The server embeds them in the page, so that the first render needs no request. */
export function readSettings(): Settings {
  const text = document.getElementById('postern-settings')?.textContent;
  if (!text) {
    throw new Error('The page carries no settings.');
  }
  // The server builds this JSON from the same type; validating it again would need a schema library.
  return JSON.parse(text) as Settings;
}

export const SettingsContext = createContext<Settings | undefined>(undefined);

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (!settings) {
    throw new Error('useSettings needs a SettingsContext.');
  }
  return settings;
}
