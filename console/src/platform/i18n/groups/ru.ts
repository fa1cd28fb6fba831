export const first = import.meta.glob<object>(
  ['../../../../../translations/ru/platform.*.json', '!../../../../../translations/ru/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/ru/*.json',
    '!../../../../../translations/ru/platform.*.json',
    '!../../../../../translations/ru/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/ru/access.guide-steps.json',
  ],
  { import: 'default' },
);
