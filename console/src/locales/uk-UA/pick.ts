import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Усе: {{group}}',
  of: '{{chosen}} з {{total}}',
  selected_one: 'Вибрано: {{number}}',
  selected_few: 'Вибрано: {{number}}',
  selected_many: 'Вибрано: {{number}}',
  selected_other: 'Вибрано: {{number}}',
  none: 'Тут з’явиться вибране.',
  clear: 'Очистити',
  first: 'Показано перші {{shown}} з {{total}}. Решту знайдете пошуком.',
};
