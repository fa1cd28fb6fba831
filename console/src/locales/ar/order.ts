import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'نقل {{name}}',
  hint: 'اسحب، أو استخدم مفاتيح الأسهم',
  moved: 'أصبح {{name}} في الموضع {{position}} من {{count}}.',
};
