import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Sposta {{name}}',
  hint: 'Trascini o usi i tasti freccia',
  moved: '{{name}} è ora al posto {{position}} di {{count}}.',
};
