import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'Taşı: {{name}}',
  hint: 'Sürükleyin veya ok tuşlarını kullanın',
  moved: '{{name}}: yeni sıra {{position}} / {{count}}.',
};
