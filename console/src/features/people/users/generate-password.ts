/** Letters and digits without lookalikes: no i, l, o, I, L, O, 0 and 1. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 16;
/** Bytes from here on would make the first letters of the alphabet more likely than the last. */
const limit = 256 - (256 % alphabet.length);

/** A random password for an administrator to pass on, with every character equally likely. */
export function generatePassword(): string {
  const letters: string[] = [];
  while (letters.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length)).filter((byte) => byte < limit);
    letters.push(...Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)));
  }
  return letters.slice(0, length).join('');
}
