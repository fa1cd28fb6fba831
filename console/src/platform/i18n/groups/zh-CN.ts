export const first = import.meta.glob<object>(
  ['../../../../../translations/zh-CN/platform.*.json', '!../../../../../translations/zh-CN/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/zh-CN/*.json',
    '!../../../../../translations/zh-CN/platform.*.json',
    '!../../../../../translations/zh-CN/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/zh-CN/access.guide-steps.json',
  ],
  { import: 'default' },
);
