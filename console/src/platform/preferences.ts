import { useDirection, useMantineColorScheme } from '@mantine/core';
import { type Acknowledgement, meApi, type Preferences, preferencesKey } from '@postern/contracts/account/me';
import { directionOf } from '@postern/contracts/choose-language';
import type { User } from '@postern/contracts/people/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from './client/call.ts';
import { RequestError } from './client/request-error.ts';
import { readKey } from './client/use-read.ts';
import { showError } from './feedback/toast.ts';
import { isLanguage } from './i18n/languages.ts';
import { showLanguage } from './i18n/setup.ts';
import { preferencesOf, useMe } from './person.ts';
import { readJson, storageKeys, writeJson } from './storage.ts';
import { useTenantId } from './tenant.ts';

export type Appearance = 'auto' | 'light' | 'dark';
export const appearances: readonly Appearance[] = ['auto', 'light', 'dark'];

const toWire = { auto: 'system', light: 'light', dark: 'dark' } as const;
const fromWire = { system: 'auto', light: 'light', dark: 'dark' } as const;

/** Some answers contain texts, so what is shown is read again in the new language. */
function useSwitchLanguage() {
  const queryClient = useQueryClient();
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  return async (code: string) => {
    localStorage.setItem(storageKeys.language, code);
    if (code !== i18n.language) {
      await showLanguage(code);
      // Menus and arrow keys follow the direction.
      setDirection(directionOf(code));
      void queryClient.invalidateQueries();
    }
  };
}

const mine = readKey(meApi.get, {}, '');

/** Choices that the server does not have yet: a reload must not lose them. They belong to one person. */
type Unsaved = { personId: string; change: Preferences };

function readUnsaved({ id }: User): Preferences {
  const unsaved = readJson<Unsaved>(sessionStorage, storageKeys.unsavedPreferences);
  return unsaved?.personId === id ? unsaved.change : {};
}

const writeUnsaved = ({ id }: User, change: Preferences) =>
  writeJson(sessionStorage, storageKeys.unsavedPreferences, { personId: id, change } satisfies Unsaved);

/** Forgets what was saved, unless it was changed again in the meantime. */
function forgetSaved(me: User, saved: Preferences): void {
  const rest = Object.entries(readUnsaved(me)).filter(([key, value]) => value !== saved[key as keyof Preferences]);
  writeUnsaved(me, Object.fromEntries(rest));
}

/** Stores a setting with the person. Updates the cache at once, so that two consecutive changes are both kept. */
function useKeep() {
  const tenantId = useTenantId();
  const queryClient = useQueryClient();
  const changed = (change: Preferences) => {
    const { customData = {} } = queryClient.getQueryData<User>(mine) ?? {};
    const kept = customData[preferencesKey];
    return { ...customData, [preferencesKey]: { ...(typeof kept === 'object' ? kept : {}), ...change } };
  };
  const { mutate } = useMutation({
    // Serialized, each based on the previous result: otherwise the first of two changes could arrive last.
    scope: { id: preferencesKey },
    mutationFn: (change: Preferences) =>
      call(meApi.patchCustomData, { body: { [preferencesKey]: changed(change)[preferencesKey] } }, tenantId),
    onSuccess: (_, change) => {
      const me = queryClient.getQueryData<User>(mine);
      if (me) {
        forgetSaved(me, change);
      }
    },
    // What the server refuses is not sent again. A request without a response may have been ended by a reload.
    onError: (error, change) => {
      const me = queryClient.getQueryData<User>(mine);
      if (me && !(error instanceof RequestError && error.status === 0)) {
        forgetSaved(me, change);
      }
    },
    // After a failure, which is shown, the stored values count again.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [meApi.patchCustomData.tag] }),
  });
  return async (change: Preferences) => {
    const person = queryClient.getQueryData<User>(mine);
    if (!person) {
      showError(i18next.t('errors.unexpected_error'));
      return;
    }
    writeUnsaved(person, { ...readUnsaved(person), ...change });
    // A pending older response must not revert the change.
    await queryClient.cancelQueries({ queryKey: mine });
    queryClient.setQueryData<User>(mine, (me) => me && { ...me, customData: changed(change) });
    mutate(change);
  };
}

/** Whether a notice was read; undefined while loading. A read notice is hidden wherever the person signs in. */
export function useAcknowledged(notice: Acknowledgement) {
  const { data: me } = useMe();
  const keep = useKeep();
  const [isGone, setGone] = useState(false);
  return {
    isRead: isGone || (me && preferencesOf(me)[notice] === true),
    acknowledge: () => {
      setGone(true);
      void keep({ [notice]: true });
    },
  };
}

/** Language and appearance: stored in this browser for the first paint, and with the person for other browsers. */
export function usePreferences() {
  const { i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = useKeep();
  const switchLanguage = useSwitchLanguage();
  return {
    language: i18n.language,
    appearance: colorScheme,
    setLanguage: async (code: string) => {
      await switchLanguage(code);
      await keep({ language: code });
    },
    setAppearance: (appearance: Appearance) => {
      setColorScheme(appearance);
      void keep({ appearanceMode: toWire[appearance] });
    },
  };
}

/** Applies the preferences set on another machine, once per visit, and saves what a reload has interrupted. */
export function useKeptPreferences(): void {
  const { setColorScheme } = useMantineColorScheme();
  const { data: me } = useMe();
  const switchLanguage = useSwitchLanguage();
  const keep = useKeep();
  const applied = useRef(false);
  useEffect(() => {
    if (!me || applied.current) {
      return;
    }
    applied.current = true;
    const unsaved = readUnsaved(me);
    if (Object.keys(unsaved).length > 0) {
      void keep(unsaved);
    }
    const { language, appearanceMode } = { ...preferencesOf(me), ...unsaved };
    if (isLanguage(language)) {
      void switchLanguage(language);
    }
    if (appearanceMode) {
      setColorScheme(fromWire[appearanceMode]);
    }
  }, [me, setColorScheme, switchLanguage, keep]);
}
