import type { Phrases } from '../phrases.ts';

export const palette: Phrases['palette'] = {
  label: '検索または移動',
  placeholder: '検索または移動',
  results: '結果',
  goTo: '移動',
  actions: '操作',
  create: '作成',
  preferences: '個人設定',
  useLight: 'ライトテーマを使う',
  useDark: 'ダークテーマを使う',
  useSystem: 'システムのテーマを使う',
  useLanguage: '言語を{{language}}に切り替える',
  nothing: '「{{query}}」は見つかりませんでした',
  nothingHint: '名前、ID、ページ名で検索してください。',
  searching: '検索中',
  failed: '検索できませんでした。ネットワークを確認して、もう一度入力してください。',
  count_other: '{{count}} 件の結果',
  move: '移動',
  open: '開く',
  newTab: '新しいタブ',
  actionsOnly: '<key/> を入力すると操作のみを表示',
};
