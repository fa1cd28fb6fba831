import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'บทบาทและสิทธิ์ที่ทุกองค์กรใช้ร่วมกัน',
  tabs: {
    roles: 'บทบาทองค์กร',
    scopes: 'สิทธิ์ขององค์กร',
  },
  kinds: {
    organization: 'สิทธิ์ขององค์กร',
    organizationPlural: 'สิทธิ์ขององค์กร',
  },
  typeHelp: {
    User: 'สำหรับสมาชิกขององค์กร',
    MachineToMachine: 'สำหรับแอปเครื่องต่อเครื่องในองค์กร',
  },
  deleteTitle: 'ต้องการลบ {{name}} ไหม',
  fields: {
    roleName: 'ชื่อบทบาท',
    roleNamePlaceholder: 'ผู้ดูแลการเรียกเก็บเงิน',
    roleDescriptionPlaceholder: 'จัดการใบแจ้งหนี้ขององค์กร',
    scopeName: 'ชื่อสิทธิ์',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'เชิญสมาชิกเข้าองค์กร',
    description: 'คำอธิบาย',
    type: 'ประเภทบทบาท',
  },
  roles: {
    create: 'สร้างบทบาทองค์กร',
    createNamed: 'สร้างบทบาทองค์กร “{{name}}”',
    created: 'สร้างบทบาทองค์กรแล้ว',
    search: 'ค้นหาบทบาทองค์กร',
    searchPlaceholder: 'บทบาท คำอธิบาย หรือ ID',
    columns: {
      role: 'บทบาท',
      type: 'ประเภท',
      permissions: 'สิทธิ์',
    },
    noPermissions: 'ไม่มีสิทธิ์',
    emptyTitle: 'ยังไม่มีบทบาทองค์กร',
    emptyBody: 'สมาชิกขององค์กรได้รับสิทธิ์ผ่านบทบาทองค์กร เช่น ผู้ดูแลหรือบรรณาธิการ',
    danger: {
      what: 'ลบบทบาทองค์กรนี้',
      action: 'ลบบทบาท',
      consequence:
        'สมาชิกและแอป M2M จะเสียบทบาทในทุกองค์กรเมื่อรับโทเค็นครั้งถัดไป และบทบาทจะถูกนำออกจากคำเชิญและการเพิ่มสมาชิกอัตโนมัติด้วย',
      deleted: 'ลบบทบาทองค์กรแล้ว',
    },
  },
  scopes: {
    create: 'สร้างสิทธิ์ขององค์กร',
    createHelp: 'สิทธิ์นี้มีผลภายในองค์กร เพิ่มในบทบาทองค์กรเพื่อให้สิทธิ์',
    created: 'สร้างสิทธิ์ขององค์กรแล้ว',
    edit: 'แก้ไขสิทธิ์',
    editTitle: 'แก้ไข {{name}}',
    renameHelp: 'โทเค็นใหม่จะมีชื่อใหม่ โปรดตรวจสอบว่าแอปของคุณตรวจชื่อใหม่',
    copy: 'คัดลอกชื่อสิทธิ์',
    search: 'ค้นหาสิทธิ์ขององค์กร',
    searchPlaceholder: 'สิทธิ์ คำอธิบาย หรือ ID',
    columns: {
      permission: 'สิทธิ์',
      description: 'คำอธิบาย',
    },
    noDescription: 'ไม่มีคำอธิบาย',
    emptyTitle: 'ยังไม่มีสิทธิ์ขององค์กร',
    emptyBody: 'สิทธิ์กำหนดสิ่งที่สมาชิกทำได้ภายในองค์กร เช่น invite:member',
    consequence: 'สิทธิ์นี้จะถูกนำออกจากทุกบทบาทองค์กร จากความยินยอมของแอปของบุคคลที่สาม และจากโทเค็นใหม่',
    deleted: 'ลบสิทธิ์ขององค์กรแล้ว',
  },
  pick: {
    label: 'สิทธิ์',
    search: 'ค้นหาสิทธิ์และ API',
    empty: 'ไม่มีสิทธิ์ให้เพิ่มแล้ว โปรดสร้างสิทธิ์ขององค์กร หรือสิทธิ์ของทรัพยากร API',
  },
  permissions: {
    type: 'ประเภทหรือ API',
    searchPlaceholder: 'สิทธิ์ คำอธิบาย API หรือ ID',
    emptyBody: 'บทบาทที่ไม่มีสิทธิ์ไม่ให้อะไรเลย โปรดมอบสิทธิ์ขององค์กรหรือสิทธิ์ของ API',
    removeBody: 'สมาชิกและแอป M2M ที่มีบทบาทนี้จะเสียสิทธิ์เมื่อรับโทเค็นครั้งถัดไป ตัวสิทธิ์เองไม่ถูกลบ',
  },
};
