import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Alles von {{group}}',
  of: '{{chosen}} von {{total}}',
  selected_one: '{{number}} ausgewählt',
  selected_other: '{{number}} ausgewählt',
  none: 'Was Sie ankreuzen, erscheint hier.',
  clear: 'Leeren',
  first: 'Die ersten {{shown}} von {{total}} sind zu sehen. Suchen Sie nach anderen.',
};
