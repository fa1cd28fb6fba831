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
