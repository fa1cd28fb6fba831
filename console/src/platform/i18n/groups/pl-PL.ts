export const first = import.meta.glob<object>(
  ['../../../../../translations/pl-PL/platform.*.json', '!../../../../../translations/pl-PL/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/pl-PL/*.json',
    '!../../../../../translations/pl-PL/platform.*.json',
    '!../../../../../translations/pl-PL/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/pl-PL/access.guide-steps.json',
  ],
  { import: 'default' },
);
