import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Всё: {{group}}',
  of: '{{chosen}} из {{total}}',
  selected_one: 'Выбрано: {{number}}',
  selected_few: 'Выбрано: {{number}}',
  selected_many: 'Выбрано: {{number}}',
  selected_other: 'Выбрано: {{number}}',
  none: 'Здесь появится выбранное.',
  clear: 'Очистить',
  first: 'Показаны первые {{shown}} из {{total}}. Остальные найдёте поиском.',
};
