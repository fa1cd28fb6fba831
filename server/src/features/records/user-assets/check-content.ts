import type { Upload } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';

const starts =
  (...bytes: number[]) =>
  (body: Buffer) =>
    bytes.every((byte, index) => body[index] === byte);
const ascii = (body: Buffer, start: number, end: number) => body.toString('latin1', start, end);
const isIcon = starts(0, 0, 1, 0);

/** The first bytes of each file type. */
const beginnings: Record<string, (body: Buffer) => boolean> = {
  'image/jpeg': starts(0xff, 0xd8, 0xff),
  'image/png': starts(0x89, 0x50, 0x4e, 0x47),
  'image/gif': (body) => /^GIF8[79]a$/.test(ascii(body, 0, 6)),
  'image/vnd.microsoft.icon': isIcon,
  'image/x-icon': isIcon,
  'image/svg+xml': (body) => ascii(body, 0, 4096).includes('<svg'),
  'image/tiff': (body) => ['II*\0', 'MM\0*'].includes(ascii(body, 0, 4)),
  'image/webp': (body) => ascii(body, 0, 4) === 'RIFF' && ascii(body, 8, 12) === 'WEBP',
  'image/bmp': (body) => ascii(body, 0, 2) === 'BM',
  'application/zip': (body) => ['PK\x03\x04', 'PK\x05\x06'].includes(ascii(body, 0, 4)),
};

/** Checks that the content matches the declared type. */
export function checkContent({ type, body }: Upload): void {
  if (!beginnings[type]?.(body)) {
    throw new AppError('guard.mime_type_not_allowed', { details: `The content is not of the type ${type}.` });
  }
}
