import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Przesuń: {{name}}',
  hint: 'Przeciągnij lub użyj klawiszy strzałek',
  moved: '{{name}}: teraz pozycja {{position}} z {{count}}.',
};
