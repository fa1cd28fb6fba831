import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Hesap merkezi',
  help: 'Kişilerin, izin verdiğiniz hesap bölümlerini yerleşik hesap sayfalarında veya hesap API’si aracılığıyla uygulamalarınızda görmesini ve değiştirmesini sağlayın.',
  enabled: 'Hesap API’sini etkinleştir',
  enabledHelp: 'Kapalıyken hesap API’si kullanılamaz. Kapatıp kaydetmek aşağıdaki tüm alanları “Kapalı” yapar.',
  pages: 'Hesap sayfaları',
  access: {
    Off: 'Kapalı',
    Edit: 'Düzenleme',
    ReadOnly: 'Salt okunur',
  },
  accessOf: 'Erişim: {{field}}',
  security: {
    title: 'Hesap güvenliği',
    help: 'Kişiler bunlardan birini değiştirmeden önce kimliklerini doğrular.',
  },
  identifiers: 'Tanımlayıcılar',
  authentication: 'Kimlik doğrulama',
  profile: {
    title: 'Kullanıcı profili',
    help: 'Kişisel bilgiler ve uygulamalarınızın kişi hakkında sakladığı veriler.',
  },
  fields: {
    email: 'E-posta adresi',
    phone: 'Telefon numarası',
    social: 'Sosyal hesaplar',
    password: 'Parola',
    mfa: 'İkinci faktörler',
    username: 'Kullanıcı adı',
    name: 'Ad',
    avatar: 'Resim',
    profile: 'Profil',
    customData: 'Özel veri',
  },
  hints: {
    profile: 'Takma ad, doğum tarihi, adres ve diğer standart bilgiler.',
    customData: 'Özel profil alanlarının değerleri ve uygulamaların sakladığı veriler.',
  },
  missing: {
    email: 'E-posta gönderilebilene kadar kişiler yeni bir e-posta adresini doğrulayamaz.',
    phone: 'SMS gönderilebilene kadar kişiler yeni bir telefon numarasını doğrulayamaz.',
    socialTitle: 'Henüz sosyal bağlayıcı yok',
    social: 'Kişilerin hesap bağlaması için bir sosyal bağlayıcı gerekir.',
    setUpSocial: 'Sosyal bağlayıcı kur',
    mfaTitle: 'Çok faktörlü kimlik doğrulama kapalı',
    mfa: 'Kişilerin kurabileceği bir ikinci faktör yok.',
  },
  origins: {
    label: 'Geçiş anahtarları için ilgili kaynaklar',
    help: 'Aynı geçiş anahtarlarının çalıştığı diğer siteleriniz, örneğin https://shop.example.com.',
    invalid: 'https://shop.example.com gibi, yol içermeyen bir kaynak girin.',
    duplicate: 'Bu kaynak zaten listede.',
    tooMany: 'En fazla 50 kaynak listeleyin.',
  },
  leaving: {
    title: 'Dışa aktarma ve silme',
    help: 'Kişiler verilerini her zaman dışa aktarabilir. Hesaplarını silip silemeyeceklerine siz karar verirsiniz.',
    deleteAccount: 'Kişilerin kendi hesaplarını silmesine izin ver',
    deleteAccountHelp:
      'Kişiler önce kimliklerini doğrular. Hesap, oturumları ve belirteçleri hemen silinir ve geri getirilemez.',
  },
  vault: {
    title: 'Gizli kasa',
    help: 'Uygulamalarınızın kişiler adına sağlayıcıyı çağırabilmesi için sağlayıcı belirteçlerini saklayan bağlayıcılar.',
    none: 'Hiçbir bağlayıcı belirteç saklamıyor. Belirteç saklamayı bir sosyal bağlayıcının ayarlarında açın.',
    open: 'Sosyal bağlayıcılar',
    list: 'Belirteç saklayan bağlayıcılar',
    columns: {
      connector: 'Bağlayıcı',
      target: 'Sağlayıcı adı',
    },
  },
};
