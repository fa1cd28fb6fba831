export const first = import.meta.glob<object>(
  ['../../../../../translations/pt-PT/platform.*.json', '!../../../../../translations/pt-PT/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/pt-PT/*.json',
    '!../../../../../translations/pt-PT/platform.*.json',
    '!../../../../../translations/pt-PT/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/pt-PT/access.guide-steps.json',
  ],
  { import: 'default' },
);
