import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Déplacer {{name}}',
  hint: 'Faites glisser, ou utilisez les touches fléchées',
  moved: '{{name}} est maintenant en position {{position}} sur {{count}}.',
};
