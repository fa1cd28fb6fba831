import { createHmac } from 'node:crypto';
import { isSameText } from '#platform/secrets/vault';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const window = 1;

/** RFC 4648 §6. Incomplete bytes at the end are dropped. */
function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a time step (RFC 6238, RFC 4226 §5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export const totpStep = (now = Date.now()) => Math.floor(now / 1000 / stepSeconds);

/**
 * The time step that the code belongs to; undefined if it is wrong. Codes up to `usedStep` are rejected, so that a code
 * that was seen or recorded cannot be used again (RFC 6238 §5.2).
 */
export function verifyTotpCode(secret: string, code: string, usedStep = 0, now = Date.now()): number | undefined {
  const current = totpStep(now);
  let found: number | undefined;
  for (let step = current - window; step <= current + window; step += 1) {
    if (isSameText(code, totpCode(secret, step)) && step > usedStep) {
      found = step;
    }
  }
  return found;
}
