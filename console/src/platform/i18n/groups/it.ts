export const first = import.meta.glob<object>(
  ['../../../../../translations/it/platform.*.json', '!../../../../../translations/it/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/it/*.json',
    '!../../../../../translations/it/platform.*.json',
    '!../../../../../translations/it/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/it/access.guide-steps.json',
  ],
  { import: 'default' },
);
