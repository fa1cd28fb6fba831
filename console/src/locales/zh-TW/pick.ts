import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: '{{group}} 的全部',
  of: '{{chosen}}/{{total}}',
  selected_other: '已選 {{number}} 項',
  none: '選取的項目會顯示在這裡。',
  clear: '清除',
  first: '顯示前 {{shown}} 項，共 {{total}} 項。請搜尋以尋找其他項。',
};
