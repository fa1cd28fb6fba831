import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { PhraseGroup } from '#locales/phrases.ts';
import type { Text } from './i18n/text.ts';
import type { Icon } from './icon.ts';
import type { Command, Finder } from './palette/commands.ts';
import type { Filling, Place } from './place.ts';
import type { PlanParts } from './plan/parts.ts';
import type { PagePath } from './router/page-path.ts';

export const navGroups = ['overview', 'authentication', 'authorization', 'users', 'developer', 'tenant'] as const;
export type NavGroup = (typeof navGroups)[number];

export type { Icon };

export type NavItem = {
  group: NavGroup;
  path: PagePath<string>;
  label: Text;
  icon: Icon;
};

/** Takes no props: a page reads its parameters from the address. */
type PageComponent = RouteComponent;

/** A page: its address, and its component as a chunk of its own (`lazyRouteComponent`). Children show in its Outlet. */
export type Page = {
  path: PagePath<string>;
  component?: PageComponent;
  /** Where the bare address leads, such as the first tab of a details page. */
  redirect?: PagePath<string>;
  children?: Page[];
  /** The place whose tabs are pages below this one. */
  // biome-ignore lint/suspicious/noExplicitAny: the router does not look at what a tab is for.
  tabs?: Place<PageTab<any>>;
};

/** A tab of a details page: a page below it. `Subject` is what the details page shows. */
export type PageTab<Subject> = {
  page: Page;
  label: Text;
  /** Tabs stand in this order; leave room between the numbers for tabs of other slices. */
  order: number;
  /** What the tab and its label say, loaded with the page that shows the tabs. Without it: all phrases of the slice. */
  phrases?: readonly PhraseGroup[];
  /** Without it the tab is there for every subject. */
  isFor?: (subject: Subject) => boolean;
};

/** A slice of the console, as its `index.tsx` hands it over. Everything is optional. */
export type Feature = {
  /** What its pages say, loaded with them. What `index.tsx` itself says must stand in `nav` or in a command. */
  phrases: readonly PhraseGroup[];
  /** Inside the shell, under the tenant. */
  pages?: Page[];
  /** For signed-in people, without shell and tenant: onboarding, invitations, the profile. */
  outerPages?: Page[];
  /** For everyone: landings of links in mails and the like. */
  publicPages?: Page[];
  nav?: NavItem;
  /** Entries of the command palette, such as "Create application". */
  commands?: Command[];
  /** Finds objects for the palette by name or id. */
  find?: Finder;
  /** Stands in the menu of the person who is signed in: a page outside of every tenant. */
  ownPage?: Omit<NavItem, 'group'> & {
    /** Lets its entry show or not. */
    gate?: ComponentType<{ children: ReactNode }>;
  };
  /** Stands in the top bar beside the logo. */
  tenantSelector?: PageComponent;
  /** Stands around the pages of a tenant: says something above them, interrupts them, or takes their place. */
  tenantFrame?: AsyncRouteComponent<{ children: ReactNode }>;
  /** Works beside every page of somebody who is signed in, and shows nothing. */
  background?: ComponentType;
  /** What a plan says at the places that it limits. */
  planParts?: PlanParts;
  /** Takes over the root where paths hold a tenant: onboarding first, then the default tenant or a landing page. */
  root?: PageComponent;
  /** What this slice adds to places of other slices, made by `fill`. */
  fills?: readonly Filling[];
};
