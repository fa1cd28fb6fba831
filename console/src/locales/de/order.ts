import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: '{{name}} verschieben',
  hint: 'Ziehen oder Pfeiltasten verwenden',
  moved: '{{name}} steht jetzt an Stelle {{position}} von {{count}}.',
};
