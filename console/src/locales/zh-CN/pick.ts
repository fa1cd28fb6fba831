import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: '{{group}} 的全部',
  of: '{{chosen}}/{{total}}',
  selected_other: '已选 {{number}} 项',
  none: '选中的项目会显示在这里。',
  clear: '清除',
  first: '显示前 {{shown}} 项，共 {{total}} 项。请搜索以查找其他项。',
};
