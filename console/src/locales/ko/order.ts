import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: '“{{name}}” 이동',
  hint: '끌어서 옮기거나 화살표 키를 사용하세요',
  moved: '“{{name}}” 항목이 {{count}}개 중 {{position}}번째로 이동했습니다.',
};
