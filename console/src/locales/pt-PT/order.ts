import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Mover {{name}}',
  hint: 'Arraste ou utilize as teclas de seta',
  moved: '{{name}} é agora o número {{position}} de {{count}}.',
};
