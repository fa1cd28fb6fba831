import type { Phrases } from '../phrases.ts';

export const emailTemplates: Phrases['emailTemplates'] = {
  purpose:
    'Dile ve amaca göre kendi e-posta metinleriniz. Bağlayıcının şablonlarının ve yerleşik şablonların yerine geçerler.',
  hosted: {
    title: 'Yerleşik e-posta hizmeti şablon kullanmaz',
    body: 'Her dilde kendi metinlerini gönderir. Şablonlarınızı kullanmak için <to>Bağlayıcılar</to> altında kendi göndericinizi bağlayın.',
  },
  create: 'Şablon oluştur',
  createHelp: 'Kişiler e-postaları kendi dillerinde veya oturum açma deneyiminin yedek dilinde alır.',
  created: 'Şablon oluşturuldu',
  copyId: 'Şablon kimliğini kopyala',
  add: 'Şablon ekle',
  addTo: 'Şablon ekle: {{language}}',
  emptyTitle: 'Henüz şablon yok',
  emptyBody:
    'E-postalar yerleşik metinleri kullanır. Her dil ve amaç için bir tane olmak üzere kendi şablonlarınızı oluşturun.',
  languageHelp_one: '{{count}} şablon',
  languageHelp_other: '{{count}} şablon',
  columns: {
    purpose: 'Amaç',
    subject: 'Konu',
    format: 'Biçim',
  },
  types: {
    SignIn: 'Oturum açma',
    Register: 'Hesap oluşturma',
    ForgotPassword: 'Unutulan parola',
    OrganizationInvitation: 'Kuruluşa davet',
    Generic: 'Diğer her şey',
    UserPermissionValidation: 'Kimlik doğrulama',
    BindNewIdentifier: 'Yeni e-posta veya telefon',
    MfaVerification: 'İkinci faktör',
    BindMfa: 'Yeni ikinci faktör',
  },
  formats: {
    'text/html': 'HTML',
    'text/plain': 'Düz metin',
  },
  formatHelp: {
    'text/html': 'Resim ve stillerle.',
    'text/plain': 'Yalnızca metin.',
  },
  place: {
    title: 'Kullanıldığı yer',
    help: 'Her dil ve amaç için bir şablon vardır.',
  },
  message: {
    title: 'İleti',
    help: 'Kişilerin aldığı e-posta.',
  },
  addresses: {
    title: 'Adresler',
    help: 'Bunlar bağlayıcının adreslerinin yerine geçer. Her e-posta hizmeti bunu desteklemez.',
  },
  fields: {
    language: 'Dil',
    languageHelp: 'Birini seçin veya sv ya da en-GB gibi bir dil etiketi yazın.',
    purpose: 'Amaç',
    purposeTaken: 'Bu dil ve amaç için zaten bir şablon var. Onu düzenleyin.',
    subject: 'Konu',
    subjectPlaceholder: 'Kodunuz: {{code}}',
    format: 'Biçim',
    content: 'İçerik',
    sendFrom: 'Gönderen',
    replyTo: 'Yanıt adresi',
  },
  variables: {
    title: 'Değişkenler',
    code: 'doğrulama kodu',
    link: 'sihirli bağlantı veya davet bağlantısı',
    application: 'kişilerin oturum açtığı uygulama',
    user: 'kişinin adı',
    organization: 'davetin kuruluşu',
    help: 'Değeri olmayan değişkenler boş kalır. HTML’de değerlere kaçış uygulanır.',
  },
  preview: {
    title: 'Önizleme',
    help: '{{code}} gibi örnek değerler kullanır. Betikler çalışmaz.',
    noSubject: 'Henüz konu yok',
  },
  deleteWhat: 'Şablonu sil: {{purpose}}',
  deleteTitle: '“{{purpose}}” ({{language}}) silinsin mi?',
  deleteBody: 'Bu e-posta bağlayıcının şablonunu veya yerleşik metni kullanır.',
  deleted: 'Şablon silindi',
  deleteLanguage: 'Dili sil',
  deleteLanguageWhat: 'Dili sil: {{language}}',
  deleteLanguageTitle: 'Tüm şablonlar silinsin mi ({{language}})?',
  deleteLanguageBody_one:
    '{{count}} şablon silinir. E-postaları bağlayıcının şablonlarını veya yerleşik metinleri kullanır.',
  deleteLanguageBody_other:
    '{{count}} şablon silinir. E-postaları bağlayıcının şablonlarını veya yerleşik metinleri kullanır.',
  languageDeleted: 'Şablonlar silindi',
};
