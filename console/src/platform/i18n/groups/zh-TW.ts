export const first = import.meta.glob<object>(
  ['../../../../../translations/zh-TW/platform.*.json', '!../../../../../translations/zh-TW/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/zh-TW/*.json',
    '!../../../../../translations/zh-TW/platform.*.json',
    '!../../../../../translations/zh-TW/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/zh-TW/access.guide-steps.json',
  ],
  { import: 'default' },
);
