const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const length = 8;

/** Ties the answer of a provider to the question of this page. */
export const randomState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
