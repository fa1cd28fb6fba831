import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: '{{group}}のすべて',
  of: '{{total}} 件中 {{chosen}} 件',
  selected_other: '{{number}} 件を選択中',
  none: '選択した項目がここに表示されます。',
  clear: 'クリア',
  first: '{{total}} 件中、最初の {{shown}} 件を表示しています。ほかの項目は検索してください。',
};
