import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Перемістити: {{name}}',
  hint: 'Перетягніть або скористайтеся клавішами зі стрілками',
  moved: '{{name}}: тепер {{position}} з {{count}}.',
};
