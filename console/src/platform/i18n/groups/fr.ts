export const first = import.meta.glob<object>(
  ['../../../../../translations/fr/platform.*.json', '!../../../../../translations/fr/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/fr/*.json',
    '!../../../../../translations/fr/platform.*.json',
    '!../../../../../translations/fr/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/fr/access.guide-steps.json',
  ],
  { import: 'default' },
);
