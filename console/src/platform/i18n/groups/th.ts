export const first = import.meta.glob<object>(
  ['../../../../../translations/th/platform.*.json', '!../../../../../translations/th/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/th/*.json',
    '!../../../../../translations/th/platform.*.json',
    '!../../../../../translations/th/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/th/access.guide-steps.json',
  ],
  { import: 'default' },
);
