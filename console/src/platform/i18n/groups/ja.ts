export const first = import.meta.glob<object>(
  ['../../../../../translations/ja/platform.*.json', '!../../../../../translations/ja/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/ja/*.json',
    '!../../../../../translations/ja/platform.*.json',
    '!../../../../../translations/ja/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/ja/access.guide-steps.json',
  ],
  { import: 'default' },
);
