import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'كل ما في {{group}}',
  of: '{{chosen}} من {{total}}',
  selected_zero: 'لا شيء محدد',
  selected_one: 'عنصر واحد محدد',
  selected_two: 'عنصران محددان',
  selected_few: '{{number}} عناصر محددة',
  selected_many: '{{number}} عنصرًا محددًا',
  selected_other: '{{number}} عنصر محدد',
  none: 'تظهر العناصر المحددة هنا.',
  clear: 'مسح',
  first: 'تُعرض أول {{shown}} من {{total}}. استخدم البحث للعثور على غيرها.',
};
