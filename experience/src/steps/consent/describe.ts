import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { scopes as wire } from '@postern/contracts/wire';
import { printPhone } from '../../platform/phones.ts';
import type { Phrases } from '../../platform/phrases.ts';
import type { ConsentIconName } from './icons.tsx';

type Words = keyof Phrases['consent']['scopes'];
export type Line = { key: string; icon: ConsentIconName; title: string; text?: string };

type User = ConsentInfo['user'];
/** `value` is shown instead of a description. */
type Known = { words: Words; icon: ConsentIconName; value?: (user: User) => string | null };

const known = new Map<string, Known>([
  ['profile', { words: 'profile', icon: 'user', value: ({ name }) => name }],
  ['email', { words: 'email', icon: 'mail', value: ({ primaryEmail }) => primaryEmail }],
  ['phone', { words: 'phone', icon: 'phone', value: ({ primaryPhone }) => primaryPhone && printPhone(primaryPhone) }],
  ['address', { words: 'address', icon: 'address-book' }],
  [wire.customData, { words: 'custom_data', icon: 'database' }],
  [wire.identities, { words: 'identities', icon: 'link' }],
  [wire.roles, { words: 'roles', icon: 'shield' }],
  [wire.organizations, { words: 'organizations', icon: 'building' }],
  [wire.organizationRoles, { words: 'organization_roles', icon: 'users' }],
]);
const order = [...known.keys()];

/** The user data that the application requests, described in plain words and in a fixed order. */
export function userLines({ missingOIDCScope = [], user }: ConsentInfo, { consent }: Phrases): Line[] {
  const place = (scope: string) => (order.includes(scope) ? order.indexOf(scope) : order.length);
  return [...missingOIDCScope]
    .sort((one, two) => place(one) - place(two))
    .map((scope) => {
      const entry = known.get(scope);
      if (!entry) {
        return { key: scope, icon: 'key', title: scope };
      }
      const [title = scope, text = ''] = consent.scopes[entry.words];
      return { key: scope, icon: entry.icon, title, text: entry.value?.(user) || text };
    });
}

export const permissionWords = ({ name, description }: { name: string; description: string | null }) =>
  description?.trim() || name;

/** First letters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

const maxName = 64;

/** A long name must not push the requested scopes out of view. */
export function shorten(name: string): string {
  const letters = [...name.trim()];
  return letters.length > maxName ? `${letters.slice(0, maxName).join('').trimEnd()}…` : letters.join('');
}
