export const first = import.meta.glob<object>(
  ['../../../../../translations/ar/platform.*.json', '!../../../../../translations/ar/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/ar/*.json',
    '!../../../../../translations/ar/platform.*.json',
    '!../../../../../translations/ar/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/ar/access.guide-steps.json',
  ],
  { import: 'default' },
);
