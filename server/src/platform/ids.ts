import { randomBytes, randomInt } from 'node:crypto';
import { idLengths } from '@postern/contracts/wire';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const mixed = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** Bytes at or above this limit are thrown away, so that every letter is equally likely. */
function random(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < limit && id.length < length) {
        id += alphabet[byte % alphabet.length];
      }
    }
  }
  return id;
}

export const newId = () => random(lower, idLengths.standard);
export const newShortId = () => random(lower, idLengths.short);
export const newSecret = () => random(mixed, idLengths.secret);
export const newRequestId = () => random(mixed, idLengths.requestId);
/** Starts with a letter: tenant ids become host labels. */
export const newTenantId = () => random(lower.slice(10), 1) + random(lower, 5 + randomInt(3));
export const newNonce = () => randomBytes(16).toString('base64');
