import {
  IconBook,
  IconDeviceDesktop,
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSparkles2,
  IconSun,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../client/request-error.ts';
import { config } from '../config.ts';
import type { Icon } from '../feature.ts';
import { languages } from '../i18n/languages.ts';
import { openNews } from '../news/open.ts';
import { usePreferences } from '../preferences.ts';
import { useEnterTenant } from '../router/enter-tenant.ts';
import { useFeatures, useVisitor } from '../router/features.tsx';
import { useAddress } from '../router/links.ts';
import { pagePath, type SearchParams } from '../router/page-path.ts';
import { isReadOnly } from '../session/read-only.ts';
import { signOut } from '../session/sign-in.ts';
import { useTenantId } from '../tenant.ts';
import { arrange, type Group, type Ranked } from './arrange.ts';
import type { Finder, Found } from './commands.ts';
import { listPages } from './pages.ts';
import { visitsIn } from './recent.ts';
import { wordsFor } from './words.ts';

export type Entry = Ranked & {
  icon?: Icon;
  person?: { name: string; avatar?: string | null };
  /** A page to open, an address outside of the console, or an action. */
  action: { to: string; search?: SearchParams } | { href: string } | { run: () => void };
};

export type EntryGroup = Group<Entry>;

const holds = (text: string, query: string) => text.toLocaleLowerCase().includes(query.toLocaleLowerCase());

/** While a person types, results of the previous text are shown only if they fit the new one: Enter opens the first. */
const stillFitting = (groups: readonly EntryGroup[], query: string): EntryGroup[] =>
  groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ label, note }) => holds(`${label} ${note ?? ''}`, query)),
  }));

const without = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);

/** Entries for the query. Without one: what was opened last, all pages of the sidebar, and actions. */
export function useEntries(
  typed: string,
  asked: string,
): { groups: EntryGroup[]; searching: boolean; failed: boolean } {
  const { t } = useTranslation();
  const actionsOnly = typed.startsWith('>');
  const query = (actionsOnly ? typed.slice(1) : typed).trim();
  const wanted = actionsOnly ? '' : asked;
  const features = useFeatures();
  const finders = features.flatMap((feature) => feature.find ?? []);
  const found = useFound(finders, wanted);
  const pages = usePages();
  const { named, creations } = useCommands(query);
  const recent = useRecent(pages.all);
  const actions = { id: 'actions', label: t('palette.actions'), entries: [...named, ...useOwnActions()] };
  const { themes, tongues } = usePreferenceEntries();
  const group = (id: string, label: string, entries: Entry[]): EntryGroup => ({ id, label, entries });
  const isCurrent = asked === (actionsOnly ? typed.trim() : query);
  if (query === '') {
    const groups = [
      ...(actionsOnly
        ? []
        : [group('recent', t('palette.recent'), recent), group('pages', t('palette.goTo'), pages.ofSidebar)]),
      actions,
      group('preferences', t('palette.preferences'), themes),
    ];
    return { ...found, groups: without(groups) };
  }
  const results = isCurrent ? found.groups : stillFitting(found.groups, query);
  const isLast = (index: number) => finders[index]?.isLast === true;
  const searching = found.searching || (!actionsOnly && !isCurrent && query.length > 1);
  return {
    failed: found.failed,
    searching,
    groups: arrange(query, {
      pages: group('pages', t('palette.goTo'), actionsOnly ? [] : pages.all),
      actions,
      preferences: group('preferences', t('palette.preferences'), [...themes, ...tongues]),
      things: results.filter((_, index) => !isLast(index)),
      docs: results.filter((_, index) => isLast(index)),
      creations: group('create', t('palette.create'), actionsOnly ? [] : creations),
      isComplete: !searching,
    }),
  };
}

/** A person without the right to read a kind of things, or a product without it, has none of them. */
function nothingIfRefused(error: unknown): Found[] {
  if (error instanceof RequestError && error.status >= 400 && error.status < 500) {
    return [];
  }
  throw error;
}

function useFound(finders: readonly Finder[], query: string) {
  const { t } = useTranslation();
  const tenantId = useTenantId();
  const address = useAddress();
  const enterTenant = useEnterTenant();
  const visitor = useVisitor();
  const results = useQueries({
    queries: finders.map((finder, index) => ({
      queryKey: ['palette', tenantId, index, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const find = await finder.load();
        // A search that ended while its code arrived asks nothing.
        signal.throwIfAborted();
        return find(query, tenantId, signal).catch(nothingIfRefused);
      },
      enabled: query.length > 1 && (finder.isFor?.(visitor) ?? true),
      meta: { quiet: true },
      retry: false,
    })),
  });
  const actionOf = (found: Found): Entry['action'] => {
    if ('href' in found) {
      return { href: found.href };
    }
    return 'tenantId' in found
      ? { run: () => void enterTenant(found.tenantId) }
      : { to: address(found.to, found.params) };
  };
  const groups = results.map(
    (result, index): EntryGroup => ({
      id: `found-${index}`,
      label: finders[index]?.group(t) ?? '',
      entries: (result.data ?? []).map((found) => ({ ...found, action: actionOf(found) })),
    }),
  );
  return {
    groups,
    searching: results.some((result) => result.isFetching),
    failed: results.some((result) => result.isError),
  };
}

type PageEntry = Entry & { path: string };

function usePages(): { all: PageEntry[]; ofSidebar: PageEntry[] } {
  const { t } = useTranslation();
  const address = useAddress();
  const pages = listPages(useFeatures(), useVisitor(), t).map(({ path, parent, isOwn, ...page }) => ({
    ...page,
    id: path.path,
    path: path.path,
    isTab: parent !== undefined,
    ...(parent === undefined ? {} : { note: parent }),
    action: { to: isOwn ? `/${path.path}` : address(path) },
  }));
  return { all: pages, ofSidebar: pages.filter(({ isTab }) => !isTab) };
}

/** Few enough that the pages below stay in view. */
const mostRecent = 5;

/** What the person opened last in this tenant, except for the page that is shown. */
function useRecent(pages: readonly PageEntry[]): Entry[] {
  const tenantId = useTenantId();
  const address = useAddress();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return visitsIn(tenantId)
    .flatMap(({ path, name }): Entry[] => {
      const page = pages.find((one) => one.path === path);
      if (page) {
        return [page];
      }
      const [home] = pages.filter((one) => path.startsWith(`${one.path}/`));
      return name && home
        ? [{ id: path, label: name, note: home.label, icon: home.icon, action: { to: address(pagePath(path)) } }]
        : [];
    })
    .filter(({ action }) => !('to' in action) || !`${here}/`.startsWith(`${action.to}/`))
    .slice(0, mostRecent);
}

const createPart = /\/(\$\w+\/)?create(\/.*)?$/;

/** Actions, and those that use the typed text as the name of a new thing. */
function useCommands(query: string): { named: Entry[]; creations: Entry[] } {
  const { t } = useTranslation();
  const address = useAddress();
  const commands = useFeatures().flatMap((feature) => (isReadOnly() ? [] : (feature.commands ?? [])));
  const entryOf = (command: (typeof commands)[number], argument: string): Entry => ({
    id: command.id,
    label: command.label(t, argument),
    icon: command.icon,
    words: wordsFor(command.id),
    also: command.id.startsWith('create-')
      ? [...wordsFor('create'), ...('to' in command ? wordsFor(command.to.path.replace(createPart, '')) : [])]
      : [],
    action:
      'run' in command
        ? { run: () => command.run(argument) }
        : { to: address(command.to, command.params), search: command.search?.(argument) },
  });
  const takes = query.includes('@') ? ['name or email'] : ['name', 'name or email'];
  return {
    named: commands.map((command) => entryOf(command, '')),
    creations: commands
      .filter(({ takesQuery = '' }) => takes.includes(takesQuery))
      .map((command) => entryOf(command, query)),
  };
}

/** What the top bar and the menu of the account do. */
function useOwnActions(): Entry[] {
  const { t } = useTranslation();
  const one = (id: string, label: string, icon: Icon, action: Entry['action']): Entry => ({
    id,
    label,
    icon,
    words: wordsFor(id),
    action,
  });
  return [
    one('docs', t('shell.docs'), IconBook, { href: config.docsUrl }),
    one('help', t('shell.help'), IconHelpCircle, { href: `${config.docsUrl}/help` }),
    one('news', t('shell.whatsNew'), IconSparkles2, { run: openNews }),
    one('sign-out', t('shell.signOut'), IconLogout, { run: () => void signOut() }),
  ];
}

function usePreferenceEntries(): { themes: Entry[]; tongues: Entry[] } {
  const { t } = useTranslation();
  const { language, appearance, setLanguage, setAppearance } = usePreferences();
  const themes = (
    [
      ['light', t('palette.useLight'), IconSun],
      ['dark', t('palette.useDark'), IconMoon],
      ['auto', t('palette.useSystem'), IconDeviceDesktop],
    ] as const
  )
    .filter(([id]) => id !== appearance)
    .map(([id, label, icon]) => ({
      id,
      label,
      icon,
      words: wordsFor(id),
      action: { run: () => setAppearance(id) },
    }));
  // There are many, so they are shown only to those who look for one.
  const tongues = languages
    .filter(({ code }) => code !== language)
    .map(({ code, name }) => ({
      id: code,
      label: t('palette.useLanguage', { language: name }),
      words: [name, code],
      icon: IconLanguage,
      action: { run: () => void setLanguage(code) },
    }));
  return { themes, tongues };
}
