export const first = import.meta.glob<object>(
  ['../../../../../translations/uk-UA/platform.*.json', '!../../../../../translations/uk-UA/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/uk-UA/*.json',
    '!../../../../../translations/uk-UA/platform.*.json',
    '!../../../../../translations/uk-UA/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/uk-UA/access.guide-steps.json',
  ],
  { import: 'default' },
);
