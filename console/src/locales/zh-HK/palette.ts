import type { Phrases } from '../phrases.ts';

export const palette: Phrases['palette'] = {
  label: '搜尋或前往',
  placeholder: '搜尋或前往',
  results: '結果',
  goTo: '前往',
  actions: '操作',
  create: '建立',
  preferences: '偏好設定',
  useLight: '使用淺色主題',
  useDark: '使用深色主題',
  useSystem: '使用系統主題',
  useLanguage: '將語言切換為{{language}}',
  nothing: '未找到「{{query}}」',
  nothingHint: '請嘗試名稱、ID 或頁面。',
  searching: '正在搜尋',
  failed: '搜尋失敗。請檢查網絡後重新輸入。',
  count_other: '{{count}} 個結果',
  move: '移動',
  open: '開啟',
  newTab: '新分頁',
  actionsOnly: '輸入 <key/> 只顯示操作',
};
