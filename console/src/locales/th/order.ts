import type { Phrases } from '../phrases.ts';

export const order: Phrases['order'] = {
  move: 'ย้าย {{name}}',
  hint: 'ลาก หรือใช้ปุ่มลูกศร',
  moved: '{{name}} อยู่ลำดับที่ {{position}} จาก {{count}} แล้ว',
};
