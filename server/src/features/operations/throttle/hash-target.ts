import { createHash } from 'node:crypto';
import { phoneKey } from '#platform/db/fold-identifiers';

/** How much of its hash a device shares with its target: 128 bits. */
const sharedLength = 32;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** All spellings of a phone number share their attempts. */
const hashOf = (target: string) => hash(phoneKey(target));

/**
 * The key under which attempts are counted. A device is counted separately, under a hash with the same prefix as its
 * target, so that unlocking the target also unlocks its devices.
 */
export function hashTarget({ target, device }: { target: string; device?: string }): string {
  const whole = hashOf(target);
  return device === undefined
    ? whole
    : whole.slice(0, sharedLength) + hash(`${phoneKey(target)} on ${device}`).slice(sharedLength);
}

export const sharedHash = (target: string) => hashOf(target).slice(0, sharedLength);

/** The part of a hash that a target shares with its devices. */
export const sharedPart = (whole: string) => whole.slice(0, sharedLength);
