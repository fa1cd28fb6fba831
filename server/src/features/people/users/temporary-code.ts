import { createHash, randomBytes } from 'node:crypto';

/** Without letters and digits that look alike. 32 of them: each stands for five random bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 16;

/** Such as `K7QM-2XHD-9RTF-4WBN`: 80 random bits, so that the digest cannot be reversed while the code is valid. */
export function newTemporaryCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** Users may type it in lower case and without dashes. */
export const digestTemporaryCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`temporary code ${userId} ${code.replace(/[\s-]/g, '').toUpperCase()}`)
    .digest('hex');
