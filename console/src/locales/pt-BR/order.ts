import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Mover {{name}}',
  hint: 'Arraste ou use as setas do teclado',
  moved: '{{name}} agora é o número {{position}} de {{count}}.',
};
