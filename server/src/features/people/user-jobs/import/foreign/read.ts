import type { JsonObject } from '@postern/contracts/fields';
import { isObject } from '../parse-json.ts';

export const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') {
    return String(value);
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** An object with nothing in it says nothing. */
export const some = (value: unknown): JsonObject | undefined =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Other products call everybody by something: their address or a number of theirs is no username. */
export const username = (value: unknown): string | undefined => {
  const name = text(value);
  return name === undefined || uuid.test(name) || /[@|]/.test(name) || /^\+?\d+$/.test(name) ? undefined : name;
};

export const fullName = (...parts: unknown[]): string | undefined =>
  parts
    .map(text)
    .filter((part) => part !== undefined)
    .join(' ') || undefined;

/** Names of providers elsewhere → targets of the connectors here. */
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

/** Accounts at providers that we have connectors for; others could never be used to sign in. */
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

/** A record with our own names for its values, as far as there are such. */
export type Translated = Record<string, unknown>;
