import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Переместить: {{name}}',
  hint: 'Перетащите или используйте клавиши со стрелками',
  moved: '{{name}}: теперь {{position}} из {{count}}.',
};
