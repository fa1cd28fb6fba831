import type { JsonObject } from '@postern/contracts/fields';
import type { TokenResponse } from '#features/messages/connectors';

const mask = '******';

/** Claims that hold a credential or a hash of one. */
const secretClaims = /token|secret|password|^nonce$|^(?:at|c|s)_hash$/i;

/** A claim is shown only if it cannot be used to act for the user. */
export const maskClaims = (claims: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, secretClaims.test(name) ? mask : value]));

/** The token response and the claims, as readable JSON. */
export function describeTokens(tokens: TokenResponse, claims: JsonObject): string {
  const shown = Object.fromEntries(
    Object.entries(tokens)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, /_token$/.test(name) ? mask : value]),
  );
  return JSON.stringify({ tokenResponse: shown, claims: maskClaims(claims) }, null, 2);
}

/** An XML response without signatures and encrypted data, so that it cannot be presented anywhere. */
export const maskXml = (xml: string): string =>
  xml.replace(
    /(<(?:[\w-]+:)?(SignatureValue|DigestValue|CipherValue)\b[^<>]*>)[^<]*(<\/)/g,
    (_all, open: string, _name: string, close: string) => `${open}${mask}${close}`,
  );
