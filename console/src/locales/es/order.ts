import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Mover {{name}}',
  hint: 'Arrastre o use las teclas de flecha',
  moved: '{{name}} ocupa ahora la posición {{position}} de {{count}}.',
};
