import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'ไปที่คอนโซล',
  others: 'เทแนนต์อื่นของคุณ',
  removed: {
    title: 'คุณไม่ได้เป็นสมาชิกของ {{tenant}} แล้ว',
    by: '{{by}} นำคุณออกจากเทแนนต์นี้',
    body: 'ผู้ดำเนินการนำคุณออกจากเทแนนต์นี้',
  },
  deleted: {
    title: '{{tenant}} ถูกลบแล้ว',
    by: '{{by}} ลบเทแนนต์นี้',
    body: 'ผู้ดำเนินการลบเทแนนต์นี้',
  },
  role: {
    admin: 'ตอนนี้คุณเป็นผู้ดูแลระบบของ {{tenant}}',
    adminBy: '{{by}} ตั้งคุณเป็นผู้ดูแลระบบของ {{tenant}}',
    billing: 'ตอนนี้คุณดูแลการเรียกเก็บเงินของ {{tenant}}',
    billingBy: '{{by}} ให้คุณดูแลการเรียกเก็บเงินของ {{tenant}}',
    collaborator: 'ตอนนี้คุณเป็นผู้ร่วมงานใน {{tenant}}',
    collaboratorBy: '{{by}} ตั้งคุณเป็นผู้ร่วมงานใน {{tenant}}',
    other: 'ตอนนี้บทบาทของคุณใน {{tenant}} คือ “{{role}}”',
    otherBy: '{{by}} เปลี่ยนบทบาทของคุณใน {{tenant}} เป็น “{{role}}”',
  },
  suspended: 'ผู้ดำเนินการระงับ {{tenant}}',
  suspendedBecause: 'ผู้ดำเนินการระงับ {{tenant}} เหตุผล: {{reason}}',
  resumed: '{{tenant}} กลับมาใช้งานได้แล้ว',
  account: {
    title: 'บัญชีของคุณถูกระงับ',
    by: '{{by}} ระงับบัญชีของคุณ คุณออกจากระบบแล้ว',
    body: 'ผู้ดำเนินการระงับบัญชีของคุณ คุณออกจากระบบแล้ว',
    other: 'เข้าสู่ระบบด้วยบัญชีอื่น',
  },
};
