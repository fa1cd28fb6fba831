const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const length = 8;

/** Binds a provider's response to the request of this page. */
export const randomState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
