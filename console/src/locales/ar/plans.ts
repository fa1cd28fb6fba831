import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'إضافة مدفوعة',
  addOnTitle: '{{what}}: تُفوتَر زيادةً على خطتك',
  popular: 'الأكثر شيوعًا',
  includes: 'ما تشمله {{plan}}',
  seePlans: 'عرض الخطط',
  notNow: 'ليس الآن',
  nothingToManage: 'لم يُشترَ شيء لهذا المستأجر، فلا يوجد دفع لإدارته.',
  askAdministrator: 'اطلب من مسؤول في هذا المستأجر تغيير خطته.',
  keys: {
    mauLimit: 'المستخدمون النشطون شهريًا',
    tokenLimit: 'الرموز المميزة',
    applicationsLimit: 'التطبيقات',
    machineToMachineLimit: 'تطبيقات من آلة إلى آلة',
    thirdPartyApplicationsLimit: 'تطبيقات جهات خارجية',
    samlApplicationsLimit: 'تطبيقات SAML',
    resourcesLimit: 'موارد API',
    scopesPerResourceLimit: 'الأذونات لكل مورد API',
    userRolesLimit: 'أدوار للمستخدمين',
    machineToMachineRolesLimit: 'أدوار للتطبيقات من آلة إلى آلة',
    scopesPerRoleLimit: 'الأذونات لكل دور',
    socialConnectorsLimit: 'الموصّلات الاجتماعية',
    hooksLimit: 'خطافات الويب',
    organizationsLimit: 'المؤسسات',
    enterpriseSsoLimit: 'موصّلات الدخول الموحّد للشركات',
    tenantMembersLimit: 'أعضاء المستأجر',
    auditLogsRetentionDays: 'أيام سجلات التدقيق',
    mfaEnabled: 'المصادقة متعددة العوامل',
    securityFeaturesEnabled: 'ميزات الأمان',
    customJwtEnabled: 'JWT مخصص',
    subjectTokenEnabled: 'رموز النيابة',
    bringYourUiEnabled: 'واجهة مخصصة',
    collectUserProfileEnabled: 'جمع الملفات الشخصية للمستخدمين',
    idpInitiatedSsoEnabled: 'تسجيل دخول يبدؤه مزوّد الهوية',
  },
  limits: {
    reached: '{{what}}: بلغت حد خطتك ({{limit}}).',
    missing: '{{what}}: غير مشمول في خطتك.',
    unknown: 'لا تسمح خطتك بذلك.',
    development: 'استخدم مستأجر إنتاج بخطة مدفوعة لتحصل على المزيد.',
  },
  prices: {
    each: 'تشمل خطتك {{included}}. يكلّف كل واحد إضافي {{price}} شهريًا.',
    flat: 'يكلّف {{price}} شهريًا بغض النظر عن الاستخدام.',
    billed: 'يُضاف الاستخدام الزائد على خطتك إلى فاتورتك التالية.',
  },
  ask: {
    title: 'يضيف هذا {{amount}} إلى فاتورتك الشهرية',
    each_zero: '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}.',
    each_one: '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}. يُفوتَر {{count}} إضافي بسعر {{price}} شهريًا حتى تحذفه.',
    each_two:
      '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}. يُفوتَر اثنان إضافيان بسعر {{price}} لكل منهما، أي {{amount}} شهريًا، حتى تحذفهما.',
    each_few:
      '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}. تُفوتَر {{count}} إضافية بسعر {{price}} لكل منها، أي {{amount}} شهريًا، حتى تحذفها.',
    each_many:
      '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}. تُفوتَر {{count}} إضافية بسعر {{price}} لكل منها، أي {{amount}} شهريًا، حتى تحذفها.',
    each_other:
      '{{what}}: تشمل خطتك {{included}}، ولديك {{used}}. تُفوتَر {{count}} إضافية بسعر {{price}} لكل منها، أي {{amount}} شهريًا، حتى تحذفها.',
    members_zero: '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}.',
    members_one:
      '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}. يُفوتَر {{count}} إضافي بسعر {{price}} شهريًا بعد قبول الدعوة.',
    members_two:
      '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}. يُفوتَر اثنان إضافيان بسعر {{price}} لكل منهما، أي {{amount}} شهريًا إذا قبلا الدعوة.',
    members_few:
      '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}. يُفوتَر {{count}} إضافيون بسعر {{price}} لكل منهم، أي {{amount}} شهريًا إذا قبلوا جميعًا.',
    members_many:
      '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}. يُفوتَر {{count}} إضافيون بسعر {{price}} لكل منهم، أي {{amount}} شهريًا إذا قبلوا جميعًا.',
    members_other:
      '{{what}}: تشمل خطتك {{included}}، والمنضمون والمدعوون {{used}}. يُفوتَر {{count}} إضافيون بسعر {{price}} لكل منهم، أي {{amount}} شهريًا إذا قبلوا جميعًا.',
    flat: '{{what}}: تشمل خطتك {{included}}. ما زاد يكلّف {{amount}} شهريًا في المجموع، مهما كان العدد.',
    confirm: 'الموافقة على {{amount}} شهريًا',
  },
  whole: {
    title: 'تكلف خطة {{plan}} مبلغ {{amount}} شهريًا مع ما تستخدمه الآن',
    body: 'تُدفع الخطة الآن. وتُحتسب الإضافات بعد كل شهر ما دامت مستخدمة.',
    line: '{{what}}: {{amount}}',
    confirm: 'المتابعة إلى الدفع',
  },
  suspended: {
    title: 'هذا المستأجر موقوف',
    by: 'أوقفه أحد مشغّلي هذا التثبيت.',
    because: 'السبب: {{reason}}',
    body: 'صفحات تسجيل الدخول وAPI الخاصة به غير متاحة، ولا يمكن تغيير إعداداته.',
    next: 'اتصل بنا لمعرفة السبب أو لإعادة تفعيله.',
    open: 'اتصل بنا لإعادة تفعيله.',
  },
  contact: {
    action: 'الاتصال بنا',
    title: 'الاتصال بنا',
    body: 'نجيب في أيام العمل.',
    ways: {
      chat: {
        title: 'دردشة المجتمع',
        help: 'اسأل المجتمع والمطوّرين.',
        action: 'الانضمام إلى الدردشة',
      },
      issues: {
        title: 'متتبّع المشكلات',
        help: 'أبلغ عن خلل أو اطلب ميزة.',
        action: 'فتح مشكلة',
      },
      email: {
        title: 'البريد الإلكتروني',
        help: 'للأسئلة السرية.',
        action: 'كتابة رسالة',
      },
      meeting: {
        title: 'اجتماع',
        help: 'تحدث إلينا 30 دقيقة.',
        action: 'حجز اجتماع',
      },
    },
  },
  usage: {
    mauLimit: {
      title: 'تم بلوغ حد المستخدمين النشطين شهريًا',
      body: 'لا يزال بإمكان من كانوا نشطين هذا الشهر تسجيل الدخول. لا يمكن لغيرهم تسجيل الدخول حتى الشهر القادم، أو حتى تختار خطة أكبر.',
      notice: 'تم بلوغ حد المستخدمين النشطين شهريًا في الخطة {{plan}}',
    },
    tokenLimit: {
      title: 'تم بلوغ حد الرموز المميزة',
      body: 'لا تُصدر رموز مميزة حتى الشهر القادم، أو حتى تختار خطة أكبر.',
      notice: 'تم بلوغ حد الرموز المميزة في الخطة {{plan}}',
    },
    agreed: 'هذا هو الحد المتفق عليه. اتصل بنا لرفعه.',
    amount: '{{used}} من {{limit}} هذا الشهر.',
  },
  overdue: {
    title: 'توجد دفعة متأخرة',
    body: 'لدى {{name}} فواتير غير مدفوعة. ادفعها لتجنب إيقاف المستأجر.',
    bills_zero: 'لا فواتير غير مدفوعة',
    bills_one: 'فاتورة واحدة غير مدفوعة',
    bills_two: 'فاتورتان غير مدفوعتين',
    bills_few: '{{count}} فواتير غير مدفوعة',
    bills_many: '{{count}} فاتورة غير مدفوعة',
    bills_other: '{{count}} فاتورة غير مدفوعة',
    amount: 'المبلغ المستحق',
    sum: 'الإجمالي',
    pay: 'الدفع الآن',
  },
  migration: {
    title: 'تغيّر مستأجرو التطوير',
    free: 'أصبحوا مجانيين، ويشملون كل ميزات الخطة المدفوعة تقريبًا، ويسمحون بما لا يزيد على 100 مستخدم نشط شهريًا. استخدم مستأجر إنتاج لعملائك.',
    paid: 'لدى هذا المستأجر خطة مدفوعة، لذلك أصبح مستأجر إنتاج. لا يتغيّر تسجيل الدخول ولا الأسعار.',
    before: 'كانت علامة هذا المستأجر سابقًا «{{tag}}».',
  },
};
