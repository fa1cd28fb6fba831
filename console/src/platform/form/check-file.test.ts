import { expect, test } from 'vitest';
import { checkFiles, namesOfTypes, sizeText } from './check-file.ts';

const rules = { types: ['image/png', 'image/svg+xml'], maxBytes: 10 };
const file = (size: number, type = 'image/png') => new File(['x'.repeat(size)], 'logo.png', { type });

test('accepts one file of a known type within the size limit', () => {
  const good = file(10);
  expect(checkFiles([good], rules)).toEqual({ file: good });
});

test.each([
  ['none', [], 'count'],
  ['two', [file(1), file(1)], 'count'],
  ['another type', [file(1, 'image/gif')], 'type'],
  ['no type', [file(1, '')], 'type'],
  ['too many bytes', [file(11)], 'size'],
])('%s is rejected', (_, files, problem) => {
  expect(checkFiles(files, rules)).toEqual({ problem });
});

test('formats types and limits for people', () => {
  expect(namesOfTypes(['image/svg+xml', 'image/x-icon', 'image/vnd.microsoft.icon'])).toBe('SVG, ICO');
  expect(sizeText(500 * 1024, 'en')).toBe('500 kB');
  expect(sizeText(20 * 1024 * 1024, 'de')).toBe('20 MB');
});
