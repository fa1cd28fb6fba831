import type { JsonObject } from '@postern/contracts/fields';
import type { Factory } from './load.ts';

/** Replaces a secret in responses. If it is sent back, the stored secret is kept. */
const secretMask = '******';

const secretName = /secret|token|pass|key|auth|credential|private|cert/i;
const publicName = /endpoint|uri|url|method|algorithm|id$/i;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The part of a factory that says which settings are secret. */
export type Described = { metadata: Pick<Factory['metadata'], 'id' | 'formItems'> };

/** Whether a field is a secret, by the form definition or by its name. */
function secretNames({ metadata: { formItems = [] } }: Described): (name: string) => boolean {
  const confidential = new Set(formItems.flatMap(({ key, isConfidential }) => (isConfidential ? [key] : [])));
  return (name) => confidential.has(name) || (secretName.test(name) && !publicName.test(name));
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A config with masked secrets, for lists. */
export function maskSecrets(config: JsonObject, factory: Described): JsonObject {
  const isSecret = secretNames(factory);
  const mask = (value: unknown, hides: boolean): unknown => {
    if (Array.isArray(value)) {
      return value.map((one) => mask(one, hides));
    }
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one, hides || isSecret(name))]));
    }
    return hides && typeof value === 'string' && value !== '' ? secretMask : value;
  };
  // The same keys with other texts.
  return mask(config, false) as JsonObject;
}

/** Restores masked secrets in a config that was read from a list and sent back. */
export function restoreSecrets(given: JsonObject, stored: JsonObject): JsonObject {
  const restore = (value: unknown, kept: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map((one, index) => restore(one, Array.isArray(kept) ? kept[index] : undefined));
    }
    if (isObject(value)) {
      const before = isObject(kept) ? kept : {};
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, restore(one, before[name])]));
    }
    return value === secretMask && typeof kept === 'string' ? kept : value;
  };
  // The same keys with other texts.
  return restore(given, stored) as JsonObject;
}

/** All secret texts of a config. */
function secretsOf(config: JsonObject, factory: Described): string[] {
  const isSecret = secretNames(factory);
  return Object.entries(config)
    .filter(([name]) => isSecret(name))
    .flatMap(([, value]) => textsIn(value))
    .filter((text) => text.length >= 4)
    .sort((one, two) => two.length - one.length);
}

/** Removes the secrets of a config from a value of a provider or a connector. */
export function withoutSecrets<T>(value: T, config: JsonObject, factory: Described): T {
  const secrets = secretsOf(config, factory);
  const clean = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') {
      return secrets.reduce((text, secret) => text.replaceAll(secret, secretMask), inner.slice(0, 2000));
    }
    if (typeof inner !== 'object' || inner === null) {
      return ['number', 'boolean'].includes(typeof inner) ? inner : null;
    }
    if (depth > 8) {
      return null;
    }
    return Array.isArray(inner)
      ? inner.slice(0, 100).map((one) => clean(one, depth + 1))
      : Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, clean(one, depth + 1)]));
  };
  // The same shape with shortened and redacted texts.
  return clean(value, 0) as T;
}
