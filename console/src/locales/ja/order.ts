import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: '「{{name}}」を移動',
  hint: 'ドラッグするか、矢印キーを使います',
  moved: '「{{name}}」は {{count}} 件中 {{position}} 番目になりました。',
};
