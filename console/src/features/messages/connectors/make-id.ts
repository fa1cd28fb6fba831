const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates the id of a new connector, so that its callback URI can be registered at the provider before creation. */
export function makeConnectorId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % letters.length]).join('');
}
