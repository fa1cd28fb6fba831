import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Wszystko z grupy {{group}}',
  of: '{{chosen}} z {{total}}',
  selected_one: 'Wybrano: {{number}}',
  selected_few: 'Wybrano: {{number}}',
  selected_many: 'Wybrano: {{number}}',
  selected_other: 'Wybrano: {{number}}',
  none: 'Tu pojawią się wybrane elementy.',
  clear: 'Wyczyść',
  first: 'Pokazano pierwsze {{shown}} z {{total}}. Aby znaleźć inne, użyj wyszukiwania.',
};
