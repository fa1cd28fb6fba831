import type { accountAvatarApi } from '@postern/contracts/account/account-avatar';
import { request } from '../../platform/client.ts';
import type { Routes } from '../client.ts';
import { withToken } from '../session.ts';

export const avatarRoutes = { upload: 'POST /api/my-account/avatar' } as const satisfies Routes<
  typeof accountAvatarApi
>;

const side = 512;
const maxBytes = 20 * 1024 * 1024;

/** Crops to a square and shrinks in the browser: phone photos are large and contain their location. */
async function shrink(file: File): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  if (!picture || !context) {
    return undefined;
  }
  const cut = Math.min(picture.width, picture.height);
  context.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, side, side);
  const small = await toBlob(canvas, 'image/webp');
  if (small?.type === 'image/webp') {
    return small;
  }
  // Browsers that cannot encode WebP return a PNG, which is too large for a photo; JPEG has no transparency.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  return toBlob(canvas, 'image/jpeg');
}

const toBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | undefined>((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), type, 0.85));

/** Sets a file as the picture of the account; otherwise returns why it cannot. */
export async function uploadPicture(file: File): Promise<'broken' | 'too-large' | undefined> {
  if (file.size > maxBytes) {
    return 'too-large';
  }
  const picture = await shrink(file);
  if (!picture) {
    return 'broken';
  }
  const form = new FormData();
  form.append('file', picture, picture.type === 'image/webp' ? 'picture.webp' : 'picture.jpg');
  await withToken((token) =>
    request(avatarRoutes.upload, { body: form, headers: { authorization: `Bearer ${token}` } }),
  );
  return undefined;
}
