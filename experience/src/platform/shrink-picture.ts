/** Larger files are not read: the browser might not survive it. */
const maxBytes = 20 * 1024 * 1024;
const side = 512;

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

/** A form with the picture as the file; otherwise why there is none. */
export async function pictureForm(file: File): Promise<FormData | 'broken' | 'too-large'> {
  if (file.size > maxBytes) {
    return 'too-large';
  }
  const picture = await shrink(file);
  if (!picture) {
    return 'broken';
  }
  const form = new FormData();
  form.append('file', picture, picture.type === 'image/webp' ? 'picture.webp' : 'picture.jpg');
  return form;
}
