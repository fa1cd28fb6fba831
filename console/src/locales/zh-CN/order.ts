import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: '移动 {{name}}',
  hint: '拖动，或使用方向键',
  moved: '{{name}} 现在是第 {{position}} 个，共 {{count}} 个。',
};
