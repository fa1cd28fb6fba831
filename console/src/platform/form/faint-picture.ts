import { useEffect, useState } from 'react';

/** Backgrounds of the sign-in card in both themes. */
const grounds = { light: [255, 255, 255], dark: [25, 24, 32] } as const;
export type Ground = keyof typeof grounds;

/**
 * Below this contrast a shape is not visible on its background. WCAG requires 3; logos are exempt, so only the worst
 * count.
 */
const faint = 1.6;
const side = 48;

const linear = (channel: number) => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (r: number, g: number, b: number) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Whether most of a picture is invisible on a background. `pixels` are RGBA; transparent ones are ignored. */
export function isFaint(pixels: ArrayLike<number>, ground: Ground): boolean {
  const [r, g, b] = grounds[ground];
  const back = luminance(r, g, b) + 0.05;
  let seen = 0;
  let lost = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    if (alpha >= 64) {
      const front = luminance(red, green, blue) + 0.05;
      seen += 1;
      lost += Math.max(front, back) / Math.min(front, back) < faint ? 1 : 0;
    }
  }
  return seen > 0 && lost / seen > 0.6;
}

/** The picture scaled down to pixels; undefined if its server does not allow cross-origin reads. */
async function readPixels(url: string): Promise<Uint8ClampedArray | undefined> {
  const image = new Image(side, side);
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = url;
  try {
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext('2d');
    context?.drawImage(image, 0, 0, side, side);
    return context?.getImageData(0, 0, side, side).data;
  } catch {
    // A broken picture is shown as such in its box; one that cannot be read is not judged.
    return undefined;
  }
}

/** The first of these backgrounds on which the picture is hardly visible. */
export function useFaintOn(url: string, on: readonly Ground[]): Ground | undefined {
  const [pixels, setPixels] = useState<Uint8ClampedArray>();
  useEffect(() => {
    let isCurrent = true;
    setPixels(undefined);
    if (url) {
      void readPixels(url).then((next) => isCurrent && setPixels(next));
    }
    return () => {
      isCurrent = false;
    };
  }, [url]);
  return pixels && on.find((ground) => isFaint(pixels, ground));
}
