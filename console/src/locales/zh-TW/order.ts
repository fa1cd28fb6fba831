import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: '移動 {{name}}',
  hint: '拖曳，或使用方向鍵',
  moved: '{{name}} 現在是第 {{position}} 個，共 {{count}} 個。',
};
