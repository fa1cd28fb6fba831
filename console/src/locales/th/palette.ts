import type { Phrases } from '../phrases.ts';

export const palette: Phrases['palette'] = {
  label: 'ค้นหาหรือไปที่',
  placeholder: 'ค้นหาหรือไปที่',
  results: 'ผลลัพธ์',
  goTo: 'ไปที่',
  actions: 'การดำเนินการ',
  create: 'สร้าง',
  preferences: 'ค่ากำหนด',
  useLight: 'ใช้ธีมสว่าง',
  useDark: 'ใช้ธีมมืด',
  useSystem: 'ใช้ธีมตามระบบ',
  useLanguage: 'เปลี่ยนภาษาเป็น {{language}}',
  nothing: 'ไม่พบผลลัพธ์สำหรับ “{{query}}”',
  nothingHint: 'ลองใช้ชื่อ ID หรือชื่อหน้า',
  searching: 'กำลังค้นหา',
  failed: 'ค้นหาไม่สำเร็จ โปรดตรวจสอบการเชื่อมต่อแล้วพิมพ์อีกครั้ง',
  count_other: '{{count}} ผลลัพธ์',
  move: 'เลื่อน',
  open: 'เปิด',
  newTab: 'แท็บใหม่',
  actionsOnly: 'พิมพ์ <key/> เพื่อดูเฉพาะการดำเนินการ',
};
