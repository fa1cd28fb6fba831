export const first = import.meta.glob<object>(
  ['../../../../../translations/zh-HK/platform.*.json', '!../../../../../translations/zh-HK/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/zh-HK/*.json',
    '!../../../../../translations/zh-HK/platform.*.json',
    '!../../../../../translations/zh-HK/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/zh-HK/access.guide-steps.json',
  ],
  { import: 'default' },
);
