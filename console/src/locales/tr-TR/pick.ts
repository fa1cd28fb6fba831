import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'Tümü: {{group}}',
  of: '{{chosen}} / {{total}}',
  selected_one: '{{number}} seçildi',
  selected_other: '{{number}} seçildi',
  none: 'Seçilen öğeler burada görünür.',
  clear: 'Temizle',
  first: '{{total}} öğenin ilk {{shown}} tanesi gösteriliyor. Diğerlerini bulmak için arayın.',
};
