export const first = import.meta.glob<object>(
  ['../../../../../translations/de/platform.*.json', '!../../../../../translations/de/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/de/*.json',
    '!../../../../../translations/de/platform.*.json',
    '!../../../../../translations/de/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/de/access.guide-steps.json',
  ],
  { import: 'default' },
);
