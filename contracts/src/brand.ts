/**
 * The tenant's colors as CSS variables, readable in both themes for any color. Also runs on the server: no DOM, no
 * imports.
 */
export type BrandColor = { primaryColor: string; isDarkModeEnabled: boolean; darkPrimaryColor: string };

type Lab = readonly [lightness: number, a: number, b: number];

/** Backgrounds of the brand color; the same values as in theme.css. */
const themes = {
  light: { surface: '#FFFFFF', back: '#FCFCFE', pageShare: 0.04, softShare: 0.09, towardsText: -0.01 },
  dark: { surface: '#191820', back: '#0D0C11', pageShare: 0.03, softShare: 0.16, towardsText: 0.01 },
} as const;
const inks = ['#FFFFFF', '#17141F', '#000000'] as const;

const readable = 4.5;
const visible = 3;

/** The value of `<html data-theme>`: `light` if the tenant has no dark theme, else `auto`. */
export function themeOf(color: BrandColor): 'light' | 'auto' {
  return color.isDarkModeEnabled ? 'auto' : 'light';
}

export function brandStyles(color: BrandColor): string {
  const light = `:root{${declarations(color.primaryColor, 'light')}}`;
  if (!color.isDarkModeEnabled) {
    return light;
  }
  const dark = `:root:not([data-theme="light"]){${declarations(color.darkPrimaryColor, 'dark')}}`;
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}

/** The variables of the pages, and the names that existing custom CSS uses. */
function declarations(color: string, theme: keyof typeof themes): string {
  const palette = brandPalette(color, theme);
  const known = {
    'color-brand-default': palette.brand,
    'color-brand-hover': palette['brand-hover'],
    'color-brand-pressed': palette['brand-hover'],
    'color-brand-loading': palette['brand-soft'],
  };
  return Object.entries({ ...palette, ...known })
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

export function brandPalette(color: string, theme: keyof typeof themes) {
  const { surface, back, pageShare, softShare, towardsText } = themes[theme];
  const brand = normalize(color);
  const page = mix(brand, back, pageShare);
  const soft = mix(brand, surface, softShare);
  const ink = inks.find((candidate) => contrast(candidate, brand) >= readable) ?? inks[2];
  const text = shift(brand, towardsText, (next) =>
    [surface, page, soft].every((ground) => contrast(next, ground) >= readable),
  );
  return {
    brand,
    'brand-hover': hover(brand, ink),
    'on-brand': ink,
    /** Links, focus rings and the border of an active field. */
    'brand-text': text,
    'brand-soft': soft,
    /** Keeps a pale button visible on a pale card. */
    'brand-edge': contrast(brand, surface) >= visible ? brand : text,
    'brand-page': page,
  };
}

/** The dark variant of a light color: the same hue, light enough to be readable on a dark background. */
export const darkBrandOf = (color: string) =>
  shift(normalize(color), themes.dark.towardsText, (next) => contrast(next, themes.dark.surface) >= readable);

/** WCAG 2.2 contrast ratio of two hex colors. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function normalize(hex: string): string {
  const digits = hex.slice(1);
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${six.toUpperCase()}`;
}

/** Moves away from the text color, so that hovering does not reduce contrast; black and white can only move one way. */
function hover(brand: string, ink: string): string {
  const [lightness] = toLab(brand);
  if (ink === '#FFFFFF') {
    return lighten(brand, lightness < 0.15 ? 0.14 : -0.055);
  }
  return lighten(brand, lightness > 0.95 ? -0.06 : 0.045);
}

function shift(hex: string, step: number, passes: (hex: string) => boolean): string {
  let current = hex;
  for (let distance = step; !passes(current) && Math.abs(distance) < 1; distance += step) {
    current = lighten(hex, distance);
  }
  return current;
}

function lighten(hex: string, amount: number): string {
  const [lightness, a, b] = toLab(hex);
  return fromLab([Math.min(1, Math.max(0, lightness + amount)), a, b]);
}

function mix(hex: string, into: string, share: number): string {
  const top = toLab(hex);
  const ground = toLab(into);
  return fromLab([
    ground[0] + (top[0] - ground[0]) * share,
    ground[1] + (top[1] - ground[1]) * share,
    ground[2] + (top[2] - ground[2]) * share,
  ]);
}

function linear(hex: string): [number, number, number] {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** OKLab as in CSS Color 4 §9.2: perceptually uniform, and keeps the hue. */
function toLab(hex: string): Lab {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toHex).join('')}`;
}

function toHex(channel: number): string {
  const curved = channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
  const byte = Math.round(Math.min(1, Math.max(0, curved)) * 255);
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
