export const first = import.meta.glob<object>(
  ['../../../../../translations/ko/platform.*.json', '!../../../../../translations/ko/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/ko/*.json',
    '!../../../../../translations/ko/platform.*.json',
    '!../../../../../translations/ko/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/ko/access.guide-steps.json',
  ],
  { import: 'default' },
);
