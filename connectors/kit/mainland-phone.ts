import { phoneNumber } from './refuse-injection.ts';

/** The national number of a mobile phone in mainland China with its country code, otherwise undefined. */
export const mainlandNumber = (to: string): string | undefined => /^\+86(1[3-9]\d{9})$/.exec(phoneNumber(to))?.[1];

/** Also accepts a national number without country code. It can be a number of another country: +1 380 013 8000. */
export const looseMainlandNumber = (to: string): string | undefined =>
  mainlandNumber(to) ?? /^1[3-9]\d{9}$/.exec(to)?.[0];
