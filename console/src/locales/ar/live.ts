import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'الانتقال إلى وحدة التحكم',
  others: 'مستأجروك الآخرون',
  removed: {
    title: 'لم تعد عضوًا في {{tenant}}',
    by: 'أزالك {{by}} من هذا المستأجر.',
    body: 'أزالك أحد المشغّلين من هذا المستأجر.',
  },
  deleted: {
    title: 'تم حذف {{tenant}}',
    by: 'حذف {{by}} هذا المستأجر.',
    body: 'حذف أحد المشغّلين هذا المستأجر.',
  },
  role: {
    admin: 'أصبحت مسؤولًا في {{tenant}}.',
    adminBy: 'جعلك {{by}} مسؤولًا في {{tenant}}.',
    billing: 'أنت الآن تدير فوترة {{tenant}}.',
    billingBy: 'أسند إليك {{by}} فوترة {{tenant}}.',
    collaborator: 'أصبحت متعاونًا في {{tenant}}.',
    collaboratorBy: 'جعلك {{by}} متعاونًا في {{tenant}}.',
    other: 'أصبح دورك في {{tenant}} «{{role}}».',
    otherBy: 'غيّر {{by}} دورك في {{tenant}} إلى «{{role}}».',
  },
  suspended: 'أوقف أحد المشغّلين {{tenant}}.',
  suspendedBecause: 'أوقف أحد المشغّلين {{tenant}}. السبب: {{reason}}',
  resumed: 'عاد {{tenant}} نشطًا.',
  account: {
    title: 'حسابك موقوف',
    by: 'أوقف {{by}} حسابك، وتم تسجيل خروجك.',
    body: 'أوقف أحد المشغّلين حسابك، وتم تسجيل خروجك.',
    other: 'تسجيل الدخول بحساب آخر',
  },
};
