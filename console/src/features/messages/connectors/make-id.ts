const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The id of a connector that is yet to be created: its callback URI can then be given to the provider before. */
export function makeConnectorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % letters.length]).join('');
}
