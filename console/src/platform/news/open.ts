import { config } from '../config.ts';
import { sharedValue, useShared } from '../shared-value.ts';
import { readJson, storageKeys, writeJson } from '../storage.ts';

const isOpen = sharedValue(false);
/** The version whose changes were last shown in this browser. */
const seen = sharedValue(readJson<string>(localStorage, storageKeys.seenVersion));

export const useNewsOpen = () => useShared(isOpen);

export const useIsUnread = () => useShared(seen) !== config.version;

export function openNews(): void {
  isOpen.set(true);
  seen.set(config.version);
  writeJson(localStorage, storageKeys.seenVersion, config.version);
}

export const closeNews = () => isOpen.set(false);
