import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'الأدوار والأذونات المشتركة بين كل المؤسسات.',
  tabs: {
    roles: 'أدوار المؤسسات',
    scopes: 'أذونات المؤسسات',
  },
  kinds: {
    organization: 'إذن مؤسسة',
    organizationPlural: 'أذونات المؤسسات',
  },
  typeHelp: {
    User: 'لأعضاء المؤسسة.',
    MachineToMachine: 'للتطبيقات من آلة إلى آلة في المؤسسة.',
  },
  deleteTitle: 'هل تريد حذف {{name}}؟',
  fields: {
    roleName: 'اسم الدور',
    roleNamePlaceholder: 'مسؤول الفوترة',
    roleDescriptionPlaceholder: 'يدير فواتير المؤسسة',
    scopeName: 'اسم الإذن',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'دعوة أعضاء إلى المؤسسة',
    description: 'الوصف',
    type: 'نوع الدور',
  },
  roles: {
    create: 'إنشاء دور مؤسسة',
    createNamed: 'إنشاء دور المؤسسة «{{name}}»',
    created: 'تم إنشاء دور المؤسسة',
    search: 'البحث في أدوار المؤسسات',
    searchPlaceholder: 'الدور أو الوصف أو المعرّف',
    columns: {
      role: 'الدور',
      type: 'النوع',
      permissions: 'الأذونات',
    },
    noPermissions: 'لا أذونات',
    emptyTitle: 'لا أدوار مؤسسات بعد',
    emptyBody: 'يحصل أعضاء المؤسسة على الأذونات عبر أدوار المؤسسات، مثل مسؤول أو محرر.',
    danger: {
      what: 'حذف دور المؤسسة هذا',
      action: 'حذف الدور',
      consequence:
        'يفقد الأعضاء والتطبيقات الآلية الدور في كل المؤسسات مع رمزهم المميز التالي. ويُزال أيضًا من الدعوات ومن الإضافة التلقائية.',
      deleted: 'تم حذف دور المؤسسة',
    },
  },
  scopes: {
    create: 'إنشاء إذن مؤسسة',
    createHelp: 'يسري الإذن داخل المؤسسة. أضفه إلى أدوار المؤسسات لمنحه.',
    created: 'تم إنشاء إذن المؤسسة',
    edit: 'تعديل الإذن',
    editTitle: 'تعديل {{name}}',
    renameHelp: 'تتضمن الرموز المميزة الجديدة الاسم الجديد. تأكد من أن تطبيقك يتحقق منه.',
    copy: 'نسخ اسم الإذن',
    search: 'البحث في أذونات المؤسسات',
    searchPlaceholder: 'الإذن أو الوصف أو المعرّف',
    columns: {
      permission: 'الإذن',
      description: 'الوصف',
    },
    noDescription: 'لا وصف',
    emptyTitle: 'لا أذونات مؤسسات بعد',
    emptyBody: 'تحدّد الأذونات ما يمكن للأعضاء فعله داخل المؤسسة، مثل invite:member.',
    consequence: 'يُزال الإذن من كل أدوار المؤسسات ومن موافقات تطبيقات الجهات الخارجية ومن الرموز المميزة الجديدة.',
    deleted: 'تم حذف إذن المؤسسة',
  },
  pick: {
    label: 'الأذونات',
    search: 'البحث في الأذونات وواجهات API',
    empty: 'لا أذونات أخرى لإضافتها. أنشئ إذن مؤسسة أو إذنًا لمورد API.',
  },
  permissions: {
    type: 'النوع أو API',
    searchPlaceholder: 'الإذن أو الوصف أو API أو المعرّف',
    emptyBody: 'الدور الذي ليس له أذونات لا يمنح شيئًا. أسند إليه أذونات مؤسسات أو أذونات واجهات API.',
    removeBody: 'يفقد من لديهم هذا الدور من أعضاء وتطبيقات آلية الإذن مع رمزهم المميز التالي. لا يُحذف الإذن نفسه.',
  },
};
