import { brandPalette, brandStyles, contrast, themeOf } from '@postern/contracts/brand';
import { describe, expect, test } from 'vitest';

const grounds = { light: '#FFFFFF', dark: '#191820' } as const;

/** Every 17th step of each channel: 4,096 colors from black to white, all hues included. */
const colors = Array.from({ length: 4096 }, (_, index) => `#${index.toString(16).padStart(3, '0')}`);

describe.each(['light', 'dark'] as const)('any color in the %s theme', (theme) => {
  const palettes = colors.map((color) => brandPalette(color, theme));

  test('has readable text on buttons, also on hover', () => {
    for (const palette of palettes) {
      expect(contrast(palette['on-brand'], palette.brand)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette['on-brand'], palette['brand-hover'])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('has readable links on card, page and tint', () => {
    for (const palette of palettes) {
      for (const ground of [grounds[theme], palette['brand-page'], palette['brand-soft']]) {
        expect(contrast(palette['brand-text'], ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('has a button that contrasts with the card', () => {
    for (const palette of palettes) {
      expect(contrast(palette['brand-edge'], grounds[theme])).toBeGreaterThanOrEqual(3);
    }
  });

  test('keeps secondary text readable on the tinted page', () => {
    const quiet = theme === 'light' ? '#585467' : '#B0ACBF';
    for (const palette of palettes) {
      expect(contrast(quiet, palette['brand-page'])).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('keeps a color that is already readable', () => {
  const palette = brandPalette('#6139f6', 'light');
  expect(palette.brand).toBe('#6139F6');
  expect(palette['on-brand']).toBe('#FFFFFF');
});

test.each(['#000000', '#ffffff', '#6139f6', '#ffd400'])('%s changes on hover', (color) => {
  expect(brandPalette(color, 'light')['brand-hover']).not.toBe(color.toUpperCase());
});

test('outputs the dark theme only when it is enabled', () => {
  const color = { primaryColor: '#0e6b5c', darkPrimaryColor: '#43bba2', isDarkModeEnabled: true };
  expect(brandStyles(color)).toContain('@media (prefers-color-scheme:dark)');
  expect(brandStyles(color)).toContain('--brand:#43BBA2');
  expect(brandStyles({ ...color, isDarkModeEnabled: false })).not.toContain('prefers-color-scheme');
  expect(themeOf(color)).toBe('auto');
  expect(themeOf({ ...color, isDarkModeEnabled: false })).toBe('light');
});
