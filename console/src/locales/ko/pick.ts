import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: '{{group}} 전체',
  of: '{{chosen}} / {{total}}',
  selected_other: '{{number}}개 선택됨',
  none: '선택한 항목이 여기에 표시됩니다.',
  clear: '지우기',
  first: '{{total}}개 중 처음 {{shown}}개를 표시합니다. 다른 항목은 검색해서 찾으세요.',
};
