import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { PhraseGroup } from '#phrases';
import type { Text } from './i18n/text.ts';
import type { Icon } from './icon.ts';
import type { Command, Finder } from './palette/commands.ts';
import type { Filling, Place } from './place.ts';
import type { PlanParts } from './plan/parts.ts';
import type { Abilities } from './router/abilities.ts';
import type { PagePath } from './router/page-path.ts';

/** The sections of the sidebar. `settings` is the only one without a title, because it has one entry. */
export const navGroups = [
  'overview',
  'authentication',
  'authorization',
  'users',
  'developer',
  'tenant',
  'settings',
] as const;
export type NavGroup = (typeof navGroups)[number];

export type { Icon };

/** What the person may do, for pages that not everyone has. Unknown in the open-source edition. */
export type Visitor = { abilities: Abilities | undefined; tenant: Tenant | undefined };

/** A page of a page of the sidebar. */
export type NavTab = {
  /** The page of the sidebar, possibly of another slice. Defaults to that of the same feature. */
  under?: PagePath<string>;
  path: PagePath<string>;
  label: Text;
  /** Sort order of tabs from several slices; the others follow the first of their slice. */
  order?: number;
  /** Found by the palette and linked from the page, but not in its row of tabs. */
  isOutsideRow?: boolean;
  /** Defaults to everyone. */
  isFor?: (visitor: Visitor) => boolean;
};

/** An entry of the sidebar. With `navTabs`, it is the table that sidebar, rows of tabs and palette are made from. */
export type NavItem = {
  group: NavGroup;
  path: PagePath<string>;
  label: Text;
  icon: Icon;
};

/** Has no props: a page reads its parameters from the URL. */
type PageComponent = RouteComponent;

/** A page: its path, and its component as a separate chunk (`lazyRouteComponent`). Children render in its Outlet. */
export type Page = {
  path: PagePath<string>;
  component?: PageComponent;
  /** Redirect of the bare path, for example to the first tab of a details page. */
  redirect?: PagePath<string>;
  children?: Page[];
  /** The place whose tabs are child pages of this one. */
  // biome-ignore lint/suspicious/noExplicitAny: the router does not look at what a tab is for.
  tabs?: Place<PageTab<any>>;
};

/** A tab of a details page: a child page. `Subject` is the object of the details page. */
export type PageTab<Subject> = {
  page: Page;
  label: Text;
  /** Sort order of the tabs; leave gaps for tabs of other slices. */
  order: number;
  /**
   * Phrases of the tab and its label, loaded with the page that shows the tabs. Defaults to all phrases of the slice.
   */
  phrases?: readonly PhraseGroup[];
  /** Defaults to all subjects. */
  isFor?: (subject: Subject) => boolean;
};

/** A slice of the console, exported by its `index.tsx`. Everything is optional. */
export type Feature = {
  /** Phrases of its pages, loaded with them. Phrases used by `index.tsx` itself must be in `nav` or in a command. */
  phrases: readonly PhraseGroup[];
  /** Inside the shell, below the tenant. */
  pages?: Page[];
  /** For signed-in people, without shell and tenant: onboarding, invitations, the profile. */
  outerPages?: Page[];
  /** For everyone: landing pages of links in mails and the like. */
  publicPages?: Page[];
  nav?: NavItem;
  /** Pages below those of the sidebar: their tabs, and others that people look for by name. */
  navTabs?: readonly NavTab[];
  /** Entries of the command palette, such as "Create application". */
  commands?: Command[];
  /** Finds objects for the palette by name or id. */
  find?: Finder | readonly Finder[];
  /** An entry in the menu of the signed-in person: a page outside of all tenants. */
  ownPage?: Omit<NavItem, 'group'> & {
    /** Decides whether its entry is shown. */
    gate?: ComponentType<{ children: ReactNode }>;
  };
  /** Shown in the top bar next to the logo. */
  tenantSelector?: PageComponent;
  /** Shown in the top bar before the links to help and documentation. */
  helpItem?: ComponentType<{ className?: string }>;
  /** Wraps the pages of a tenant: adds banners, interrupts them, or replaces them. */
  tenantFrame?: AsyncRouteComponent<{ children: ReactNode }>;
  /** Mounted on every page while signed in; shows nothing in the page itself. */
  background?: ComponentType;
  /** Components of plans for the places that a plan limits. */
  planParts?: PlanParts;
  /** Replaces the root if paths contain a tenant: onboarding first, then the default tenant or a landing page. */
  root?: PageComponent;
  /** Entries that this slice adds to places of other slices, created with `fill`. */
  fills?: readonly Filling[];
};
