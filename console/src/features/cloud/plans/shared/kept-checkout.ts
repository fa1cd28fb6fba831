import { z } from 'zod';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';

/** State of a payment in this tab while the provider's page is open. */
const KeptCheckout = z.object({
  state: z.string().min(1),
  sessionId: z.string().min(1),
  /** A path in the console, such as `/x1y2/tenant-settings/subscription`. */
  callbackPage: z.string().optional(),
  isDowngrade: z.boolean().optional(),
});
export type KeptCheckout = z.infer<typeof KeptCheckout>;

/** Malformed values are treated as absent. */
export const readCheckout = (): KeptCheckout | undefined =>
  KeptCheckout.safeParse(readJson(sessionStorage, storageKeys.checkout)).data;

export const saveCheckout = (checkout: KeptCheckout) => writeJson(sessionStorage, storageKeys.checkout, checkout);

export const forgetCheckout = () => sessionStorage.removeItem(storageKeys.checkout);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const stateLength = 6;

/** The query parameter of the return URL that must contain the state. */
export const stateParameter = 'checkout-state';

/** 64 characters, so that the low bits of a byte select each with equal probability. */
export const newState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(stateLength)), (byte) => letters[byte & 63]).join('');
