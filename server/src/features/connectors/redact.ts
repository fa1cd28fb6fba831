import type { JsonObject } from '@postern/contracts/fields';
import type { Factory } from './load.ts';

const secretName = /secret|token|pass|key|auth|credential|private|cert/i;
const publicName = /endpoint|uri|url|method|algorithm|id$/i;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every text of a config that must not be told: by what the form says, else by its name. */
function secretsOf(config: JsonObject, { metadata: { formItems = [] } }: Pick<Factory, 'metadata'>): string[] {
  const confidential = new Set(formItems.flatMap(({ key, isConfidential }) => (isConfidential ? [key] : [])));
  return Object.entries(config)
    .filter(([name]) => confidential.has(name) || (secretName.test(name) && !publicName.test(name)))
    .flatMap(([, value]) => textsIn(value))
    .filter((text) => text.length >= 4)
    .sort((one, two) => two.length - one.length);
}

/** A value without the secrets of a config, whatever a provider or a connector has put into it. */
export function withoutSecrets<T>(value: T, config: JsonObject, factory: Pick<Factory, 'metadata'>): T {
  const secrets = secretsOf(config, factory);
  const clean = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') {
      return secrets.reduce((text, secret) => text.replaceAll(secret, '******'), inner.slice(0, 2000));
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
  // The same shape with texts shortened and cleaned.
  return clean(value, 0) as T;
}
