export const first = import.meta.glob<object>(
  ['../../../../../translations/es/platform.*.json', '!../../../../../translations/es/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/es/*.json',
    '!../../../../../translations/es/platform.*.json',
    '!../../../../../translations/es/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/es/access.guide-steps.json',
  ],
  { import: 'default' },
);
