import type { Phrases } from '../phrases.ts';

export const palette: Phrases['palette'] = {
  label: '搜索或跳转',
  placeholder: '搜索或跳转',
  results: '结果',
  goTo: '前往',
  actions: '操作',
  create: '创建',
  preferences: '偏好设置',
  useLight: '使用浅色主题',
  useDark: '使用深色主题',
  useSystem: '使用系统主题',
  useLanguage: '将语言切换为{{language}}',
  nothing: '未找到“{{query}}”',
  nothingHint: '请尝试名称、ID 或页面。',
  searching: '正在搜索',
  failed: '搜索失败。请检查网络后重新输入。',
  count_other: '{{count}} 个结果',
  move: '移动',
  open: '打开',
  newTab: '新标签页',
  actionsOnly: '输入 <key/> 只显示操作',
};
