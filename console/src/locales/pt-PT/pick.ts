import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Tudo de {{group}}',
  of: '{{chosen}} de {{total}}',
  selected_one: '{{number}} selecionado',
  selected_many: '{{number}} selecionados',
  selected_other: '{{number}} selecionados',
  none: 'Os itens selecionados aparecem aqui.',
  clear: 'Limpar',
  first: 'São mostrados os primeiros {{shown}} de {{total}}. Procure para encontrar outros.',
};
