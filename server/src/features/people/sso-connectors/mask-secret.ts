import type { JsonObject } from '@postern/contracts/fields';

/** Replaces the secret in lists. If it is sent back, the stored secret is kept. */
const mask = '******';

export const maskSecret = (config: JsonObject): JsonObject =>
  config.clientSecret === undefined ? config : { ...config, clientSecret: mask };

export const restoreSecret = (given: JsonObject, stored: JsonObject): JsonObject =>
  given.clientSecret === mask ? { ...given, clientSecret: stored.clientSecret } : given;
