import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Todo de {{group}}',
  of: '{{chosen}} de {{total}}',
  selected_one: '{{number}} seleccionado',
  selected_many: '{{number}} seleccionados',
  selected_other: '{{number}} seleccionados',
  none: 'Los elementos seleccionados aparecen aquí.',
  clear: 'Borrar',
  first: 'Se muestran los primeros {{shown}} de {{total}}. Busque para encontrar otros.',
};
