import type { Phrases } from '../phrases.ts';

export const pick: Phrases['pick'] = {
  all: 'ทั้งหมดของ {{group}}',
  of: '{{chosen}} จาก {{total}}',
  selected_other: 'เลือกแล้ว {{number}} รายการ',
  none: 'รายการที่เลือกจะแสดงที่นี่',
  clear: 'ล้าง',
  first: 'แสดง {{shown}} รายการแรกจาก {{total}} ค้นหาเพื่อดูรายการอื่น',
};
