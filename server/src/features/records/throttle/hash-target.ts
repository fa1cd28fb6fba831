import { createHash } from 'node:crypto';
import { phoneKey } from '#platform/phone-numbers';

/** How much of its hash a device shares with its target: 128 bits. */
const sharedLength = 32;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** Every way to write a phone number shares its attempts. */
const hashOf = (target: string) => hash(phoneKey(target));

/**
 * What attempts are counted under. A device counts on its own, under a hash that begins like the one of its target, so
 * that whoever unlocks the target unlocks its devices too.
 */
export function hashTarget({ target, device }: { target: string; device?: string }): string {
  const whole = hashOf(target);
  return device === undefined
    ? whole
    : whole.slice(0, sharedLength) + hash(`${phoneKey(target)} on ${device}`).slice(sharedLength);
}

export const sharedHash = (target: string) => hashOf(target).slice(0, sharedLength);
