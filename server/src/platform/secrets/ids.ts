import { createHash, randomBytes, randomFillSync, randomInt } from 'node:crypto';
import { idLengths } from '@postern/contracts/wire';
import { regionalTail } from '#platform/config/regions';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const mixed = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Takes one byte from a pool that is filled in one call. A call per id would cost more than the id. */
function randomByte(): number {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  // Clears the byte, so that it cannot be read from memory later.
  pool[used] = 0;
  used += 1;
  return byte;
}

/** Discards bytes at or above the limit, so that every character is equally likely. */
function random(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let id = '';
  while (id.length < length) {
    const byte = randomByte();
    if (byte < limit) {
      id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}

export const newId = () => random(lower, idLengths.standard);
export const newShortId = () => random(lower, idLengths.short);
export const newSecret = () => random(mixed, idLengths.secret);
/** Finds a stored secret without storing it. The triggers of migration 0078 write the same digest. */
export const digestSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');
export const newRequestId = () => random(mixed, idLengths.requestId);
/**
 * Starts with a letter, because tenant ids become host labels. With a prefix, the rest has the length that `regionOf`
 * expects.
 */
export const newTenantId = (prefix = '') =>
  prefix ? prefix + random(lower, regionalTail) : random(lower.slice(10), 1) + random(lower, 5 + randomInt(3));
export const newNonce = () => randomBytes(16).toString('base64');
