import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Icon } from '../feature.ts';
import { languages } from '../i18n/languages.ts';
import { usePreferences } from '../preferences.ts';
import { useEnterTenant } from '../router/enter-tenant.ts';
import { navOf, useFeatures } from '../router/features.tsx';
import { useAddress } from '../router/links.ts';
import type { SearchParams } from '../router/page-path.ts';
import { isReadOnly } from '../session/read-only.ts';
import { useTenantId } from '../tenant.ts';
import type { Found } from './commands.ts';

export type Entry = {
  id: string;
  label: string;
  note?: string;
  icon?: Icon;
  person?: { name: string; avatar?: string | null };
  /** A page to open, or an action. */
  action: { to: string; search?: SearchParams } | { run: () => void };
};

export type EntryGroup = { id: string; label: string; entries: Entry[] };

const holds = (text: string, query: string) => text.toLocaleLowerCase().includes(query.toLocaleLowerCase());

/** While a person types, results of the previous text are shown only if they fit the new one: Enter opens the first. */
const stillFitting = (groups: readonly EntryGroup[], query: string): EntryGroup[] =>
  groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ label, note }) => holds(`${label} ${note ?? ''}`, query)),
  }));

/** Entries for the query: objects found by the API first, then pages, actions and preferences. */
export function useEntries(
  typed: string,
  asked: string,
): { groups: EntryGroup[]; searching: boolean; failed: boolean } {
  const { t } = useTranslation();
  const actionsOnly = typed.startsWith('>');
  const query = (actionsOnly ? typed.slice(1) : typed).trim();
  const found = useFound(actionsOnly ? '' : asked);
  const pages = usePages(query);
  const commands = useCommands(query);
  const preferences = usePreferenceEntries(query);
  const groups = [
    ...(asked === query ? found.groups : stillFitting(found.groups, query)),
    { id: 'pages', label: t('palette.goTo'), entries: actionsOnly ? [] : pages },
    { id: 'actions', label: t('palette.actions'), entries: commands.matching },
    { id: 'preferences', label: t('palette.preferences'), entries: preferences },
    { id: 'create', label: t('palette.create'), entries: commands.withQuery },
  ];
  return { ...found, groups: groups.filter((group) => group.entries.length > 0) };
}

function useFound(query: string) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const address = useAddress();
  const enterTenant = useEnterTenant();
  const finders = useFeatures().flatMap((feature) => feature.find ?? []);
  const results = useQueries({
    queries: finders.map((finder, index) => ({
      queryKey: ['palette', tenantId, index, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await finder.load())(query, tenantId, signal),
      enabled: query.length > 1,
      meta: { quiet: true },
      retry: false,
    })),
  });
  const actionOf = (found: Found): Entry['action'] => {
    if ('href' in found) {
      return { run: () => void window.open(found.href, '_blank', 'noreferrer') };
    }
    return 'tenantId' in found
      ? { run: () => void enterTenant(found.tenantId) }
      : { to: address(found.to, found.params) };
  };
  const groups = results.map((result, index) => ({
    id: `found-${index}`,
    label: finders[index]?.group(t) ?? '',
    entries: (result.data ?? []).map((found) => ({
      ...found,
      action: actionOf(found),
    })),
  }));
  return {
    groups,
    searching: results.some((result) => result.isFetching),
    failed: results.some((result) => result.isError),
  };
}

function usePages(query: string): Entry[] {
  const { t } = useTranslation();
  const address = useAddress();
  const features = useFeatures();
  const inTenant = navOf(features)
    .flatMap((section) => section.items)
    .map((item) => ({ ...item, to: address(item.path) }));
  const own = features.flatMap(({ ownPage }) => (ownPage ? { ...ownPage, to: `/${ownPage.path.path}` } : []));
  return [...inTenant, ...own]
    .map(({ path, label, icon, to }) => ({ id: path.path, label: label(t), icon, action: { to } }))
    .filter((entry) => holds(entry.label, query));
}

/** Actions whose name matches and, after everything else, those that use the typed text. */
function useCommands(query: string): { matching: Entry[]; withQuery: Entry[] } {
  const { t } = useTranslation();
  const address = useAddress();
  const all = useFeatures()
    .flatMap((feature) => (isReadOnly() ? [] : (feature.commands ?? [])))
    .map((command) => {
      // "create app" names the action; it is not the name of a new application.
      const isNamed = holds(command.label(t, ''), query);
      const argument = command.takesQuery && !isNamed ? query : '';
      return {
        id: command.id,
        label: command.label(t, argument),
        icon: command.icon,
        takesQuery: argument !== '',
        action:
          'run' in command
            ? { run: () => command.run(argument) }
            : { to: address(command.to, command.params), search: command.search?.(argument) },
      };
    });
  return {
    matching: all.filter((entry) => !entry.takesQuery && holds(entry.label, query)),
    withQuery: all.filter((entry) => entry.takesQuery),
  };
}

function usePreferenceEntries(query: string): Entry[] {
  const { t } = useTranslation();
  const { language, appearance, setLanguage, setAppearance } = usePreferences();
  const themes: Entry[] = [
    { id: 'light', label: t('palette.useLight'), icon: IconSun, action: { run: () => setAppearance('light') } },
    { id: 'dark', label: t('palette.useDark'), icon: IconMoon, action: { run: () => setAppearance('dark') } },
    {
      id: 'auto',
      label: t('palette.useSystem'),
      icon: IconDeviceDesktop,
      action: { run: () => setAppearance('auto') },
    },
  ];
  // There are many, so they are shown only to those who look for one.
  const wanted = query === '' ? [] : languages;
  const tongues: Entry[] = wanted.map(({ code, name }) => ({
    id: code,
    label: t('palette.useLanguage', { language: name }),
    icon: IconLanguage,
    action: { run: () => void setLanguage(code) },
  }));
  return [...themes, ...tongues].filter(
    (entry) => entry.id !== language && entry.id !== appearance && holds(entry.label, query),
  );
}
