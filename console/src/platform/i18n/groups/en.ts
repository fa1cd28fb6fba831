export const first = import.meta.glob<object>('../../*/{*.,}phrases.en.json', { eager: true, import: 'default' });

export const groups = import.meta.glob<object>(
  // The guides load their texts themselves.
  ['../../../features/*/*/{*.,}phrases.en.json', '!**/guide-steps.*'],
  { import: 'default' },
);
