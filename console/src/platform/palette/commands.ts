import type { TFunction } from 'i18next';
import type { Text } from '../i18n/text.ts';
import type { Icon } from '../icon.ts';
import type { Abilities } from '../router/abilities.ts';
import type { PagePath, SearchParams } from '../router/page-path.ts';

/** A palette entry of a feature: a page to open, or an action. */
export type Command = {
  id: string;
  icon: Icon;
  /** `query` is the typed text, or empty. */
  label: (t: TFunction, query: string) => string;
  /** It uses a text that nothing else fits: Create application “ship”. */
  takesQuery?: 'name' | 'name or email';
} & (
  | { to: PagePath<string>; params?: Record<string, string>; search?: (query: string) => SearchParams }
  | { run: (query: string) => void }
);

export type Found = {
  id: string;
  label: string;
  note?: string;
  /** An icon, or a person's name and picture. */
  icon?: Icon;
  person?: { name: string; avatar?: string | null };
  /** A page of this tenant, another tenant to switch to, or an address outside of the console. */
} & ({ to: PagePath<string>; params?: Record<string, string> } | { tenantId: string } | { href: string });

export type Find = (query: string, tenantId: string, signal: AbortSignal) => Promise<Found[]>;

/** Finds objects of a feature by name or id; the code that calls the API is loaded with the palette. */
export type Finder = {
  group: Text;
  load: () => Promise<Find>;
  /** Defaults to everyone. A refused search would sign the person out. */
  isFor?: (visitor: { abilities: Abilities | undefined }) => boolean;
  /** Shown after everything else: the documentation. */
  isLast?: boolean;
};
