import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Tutto: {{group}}',
  of: '{{chosen}} di {{total}}',
  selected_one: '{{number}} selezionato',
  selected_many: '{{number}} selezionati',
  selected_other: '{{number}} selezionati',
  none: 'Gli elementi selezionati appaiono qui.',
  clear: 'Deseleziona',
  first: 'Sono mostrati i primi {{shown}} di {{total}}. Cerchi per trovarne altri.',
};
