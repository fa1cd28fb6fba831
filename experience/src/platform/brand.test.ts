import { brandPalette, brandStyles, contrast, themeOf } from '@postern/contracts/brand';
import { describe, expect, test } from 'vitest';

const grounds = { light: '#FFFFFF', dark: '#191820' } as const;

/** Every 17th step of each channel: 4,096 colors, from black over every hue to white. */
const colors = Array.from({ length: 4096 }, (_, index) => `#${index.toString(16).padStart(3, '0')}`);

describe.each(['light', 'dark'] as const)('any color in the %s theme', (theme) => {
  const palettes = colors.map((color) => brandPalette(color, theme));

  test('carries readable words, at rest and under the pointer', () => {
    for (const palette of palettes) {
      expect(contrast(palette['on-brand'], palette.brand)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette['on-brand'], palette['brand-hover'])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('makes links that are readable on card, page and tint', () => {
    for (const palette of palettes) {
      for (const ground of [grounds[theme], palette['brand-page'], palette['brand-soft']]) {
        expect(contrast(palette['brand-text'], ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('draws a button that stands out from the card', () => {
    for (const palette of palettes) {
      expect(contrast(palette['brand-edge'], grounds[theme])).toBeGreaterThanOrEqual(3);
    }
  });

  test('leaves quiet text readable on the tinted page', () => {
    const quiet = theme === 'light' ? '#585467' : '#B0ACBF';
    for (const palette of palettes) {
      expect(contrast(quiet, palette['brand-page'])).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('a color that is readable already is left as it is', () => {
  const palette = brandPalette('#6139f6', 'light');
  expect(palette.brand).toBe('#6139F6');
  expect(palette['on-brand']).toBe('#FFFFFF');
});

test.each(['#000000', '#ffffff', '#6139f6', '#ffd400'])('%s changes under the pointer', (color) => {
  expect(brandPalette(color, 'light')['brand-hover']).not.toBe(color.toUpperCase());
});

test('the dark theme is written only when it is enabled', () => {
  const color = { primaryColor: '#0e6b5c', darkPrimaryColor: '#43bba2', isDarkModeEnabled: true };
  expect(brandStyles(color)).toContain('@media (prefers-color-scheme:dark)');
  expect(brandStyles(color)).toContain('--brand:#43BBA2');
  expect(brandStyles({ ...color, isDarkModeEnabled: false })).not.toContain('prefers-color-scheme');
  expect(themeOf(color)).toBe('auto');
  expect(themeOf({ ...color, isDarkModeEnabled: false })).toBe('light');
});
