import { AppError } from '#platform/http/errors';
import type { Log } from '#platform/observe/log';
import type { Vault } from './vault.ts';

/** Encrypts the secrets of a column. */
export type Sealer = {
  /** Returns the text unchanged if the installation has no vault key, or during an upgrade. */
  seal(text: string): string;
  /** Also reads values that were stored before they were sealed. */
  open(stored: string): string;
};

/** The format of `Vault.seal`: a data key of 60 bytes and at least 28 bytes. Secrets of other services do not have it. */
export const isSealed = (stored: string) => /^v1\.[\w-]{80}\.[\w-]{38,}$/.test(stored);

/** `purpose` identifies the column and the row, so that a value cannot be moved to another row. */
export const sealerFor = (vault: Vault, purpose: string): Sealer => ({
  seal: (text) => (vault.isReady && vault.sealsSettings() ? vault.seal(purpose, text) : text),
  open: (stored) => (isSealed(stored) ? vault.open(purpose, stored) : stored),
});

/** Whether the vault has another key now, or none. */
export const isUnreadable = (error: unknown) =>
  error instanceof AppError && ['vault.unreadable', 'vault.not_configured'].includes(error.code);

/**
 * Opens a stored value, or returns undefined if the vault has another key now or none: one lost value must not make a whole
 * list unusable.
 */
export function openOrLog({ vault, log }: { vault: Vault; log: Log }, purpose: string, stored: string) {
  try {
    return sealerFor(vault, purpose).open(stored);
  } catch (error) {
    if (isUnreadable(error)) {
      log.error({ err: error, purpose }, 'stored secret cannot be decrypted');
      return undefined;
    }
    throw error;
  }
}

const sealedMember = '$sealed';

/** The value of a JSON column that is sealed as a whole. */
export function sealJson({ seal }: Sealer, value: object): string {
  const text = JSON.stringify(value);
  const sealed = seal(text);
  return sealed === text ? text : JSON.stringify({ [sealedMember]: sealed });
}

/** Also reads values that were stored before they were sealed. */
export function openJson<T extends object>({ open }: Sealer, stored: T | Record<string, unknown>): T {
  const sealed = (stored as Record<string, unknown>)[sealedMember];
  // Only `sealJson` writes the column, with values of this type.
  return (typeof sealed === 'string' ? JSON.parse(open(sealed)) : stored) as T;
}

export const isSealedJson = (stored: unknown) =>
  typeof stored === 'object' && stored !== null && Object.hasOwn(stored, sealedMember);
