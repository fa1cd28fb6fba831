import type { avatarTypes } from '@postern/contracts/records/user-assets';

type PictureType = (typeof avatarTypes)[number];

const startsWith = (body: Buffer, hex: string) => body.subarray(0, hex.length / 2).toString('hex') === hex;
const endsWith = (body: Buffer, hex: string) => body.subarray(-hex.length / 2).toString('hex') === hex;
const ascii = (body: Buffer, start: number, end: number) => body.toString('latin1', start, end);

/** Beginning and end, or the length that the file states: nothing of another type may follow a picture. */
const isPicture: Record<PictureType, (body: Buffer) => boolean> = {
  'image/jpeg': (body) => startsWith(body, 'ffd8ff') && endsWith(body, 'ffd9'),
  'image/png': (body) => startsWith(body, '89504e470d0a1a0a') && endsWith(body, '0000000049454e44ae426082'),
  'image/gif': (body) => /^GIF8[79]a$/.test(ascii(body, 0, 6)) && endsWith(body, '3b'),
  'image/webp': (body) =>
    ascii(body, 0, 4) === 'RIFF' && ascii(body, 8, 12) === 'WEBP' && body.readUInt32LE(4) + 8 === body.length,
  'image/bmp': (body) => ascii(body, 0, 2) === 'BM' && body.readUInt32LE(2) === body.length,
};
const smallest = 14;

/** What the content is, whatever the name and the declared type say. Undefined if it is no picture. */
export function findPictureType(body: Buffer): PictureType | undefined {
  if (body.length < smallest) {
    return undefined;
  }
  // The keys are exactly these types.
  return (Object.keys(isPicture) as PictureType[]).find((type) => isPicture[type](body));
}
