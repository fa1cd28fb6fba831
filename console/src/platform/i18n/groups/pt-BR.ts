export const first = import.meta.glob<object>(
  ['../../../../../translations/pt-BR/platform.*.json', '!../../../../../translations/pt-BR/*.server.json'],
  {
    eager: true,
    import: 'default',
  },
);

export const groups = import.meta.glob<object>(
  [
    '../../../../../translations/pt-BR/*.json',
    '!../../../../../translations/pt-BR/platform.*.json',
    '!../../../../../translations/pt-BR/*.{server,pages}.json',
    // The guides load their texts themselves.
    '!../../../../../translations/pt-BR/access.guide-steps.json',
  ],
  { import: 'default' },
);
