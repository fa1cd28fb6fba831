export const first = import.meta.glob<object>(
  ['../../../../../translations/tr-TR/platform.*.json', '!../../../../../translations/tr-TR/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/tr-TR/*.json',
    '!../../../../../translations/tr-TR/platform.*.json',
    '!../../../../../translations/tr-TR/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/tr-TR/access.guide-steps.json',
  ],
  { import: 'default' },
);
