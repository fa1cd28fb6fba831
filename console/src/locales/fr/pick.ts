import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Tout\u00a0: {{group}}',
  of: '{{chosen}} sur {{total}}',
  selected_one: '{{number}} élément sélectionné',
  selected_many: '{{number}} d’éléments sélectionnés',
  selected_other: '{{number}} éléments sélectionnés',
  none: 'Les éléments sélectionnés apparaissent ici.',
  clear: 'Effacer',
  first: 'Seuls les {{shown}} premiers sur {{total}} sont affichés. Lancez une recherche pour trouver les autres.',
};
