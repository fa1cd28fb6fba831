import type { JsonObject } from '@postern/contracts/fields';
import { isObject } from '../json.ts';

export const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') {
    return String(value);
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Undefined for an empty object. */
export const some = (value: unknown): JsonObject | undefined =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Other products always set a username: addresses, UUIDs and numbers are not usernames. */
export const username = (value: unknown): string | undefined => {
  const name = text(value);
  return name === undefined || uuid.test(name) || /[@|]/.test(name) || /^\+?\d+$/.test(name) ? undefined : name;
};

export const fullName = (...parts: unknown[]): string | undefined =>
  parts
    .map(text)
    .filter((part) => part !== undefined)
    .join(' ') || undefined;

/** Provider names of other products → connector targets. */
const targets: Record<string, string> = {
  'google-oauth2': 'google',
  'google.com': 'google',
  'facebook.com': 'facebook',
  'github.com': 'github',
  'apple.com': 'apple',
  'microsoft.com': 'azuread',
  windowslive: 'azuread',
};
const known = new Set(['google', 'facebook', 'github', 'apple', 'azuread', 'linkedin', 'discord', 'gitlab']);

/** Identities of providers that we have connectors for; others could never be used to sign in. */
export function identities(accounts: { provider: unknown; userId: unknown }[]): JsonObject | undefined {
  return some(
    Object.fromEntries(
      accounts.flatMap(({ provider, userId }) => {
        const target = targets[text(provider) ?? ''] ?? text(provider) ?? '';
        const id = text(userId);
        return known.has(target) && id !== undefined ? [[target, { userId: id }]] : [];
      }),
    ),
  );
}

/** A record with its fields mapped to ours where possible. */
export type Translated = Record<string, unknown>;
