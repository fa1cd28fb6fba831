import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A client that lost the answer to a refresh may ask again for this long and gets the same new refresh token. */
export const graceSeconds = 10;

const keyFrom = (token: string) => Buffer.from(hkdfSync('sha256', token, 'postern', 'refresh token successor', 32));

/** Only who holds the old token can read what followed it; a copy of the table cannot. */
export function seal(token: string, successor: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(token), nonce);
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
