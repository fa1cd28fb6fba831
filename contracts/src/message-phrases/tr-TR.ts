import type { MessageWords } from './en.ts';

export const trTr: MessageWords = {
  purposes: {
    SignIn: {
      title: '{{app}} için oturum açın',
      code: '{{code}}, {{app}} için oturum açma kodunuzdur',
      action: 'Oturum aç',
    },
    Register: {
      title: '{{app}} hesabınızı oluşturun',
      code: '{{code}}, {{app}} için hesap oluşturma kodunuzdur',
      action: 'Hesap oluştur',
    },
    ForgotPassword: {
      title: '{{app}} için yeni parola belirleyin',
      code: '{{code}}, {{app}} için yeni parola belirleme kodunuzdur',
      action: 'Yeni parola belirle',
    },
    OrganizationInvitation: {
      title: '{{app}} için davet aldınız',
      code: '{{code}}, {{app}} davetini kabul etme kodunuzdur',
      action: 'Daveti kabul et',
    },
    Generic: {
      title: '{{app}} için kimliğinizi doğrulayın',
      code: '{{code}}, {{app}} için kodunuzdur',
      action: 'Doğrula',
    },
    UserPermissionValidation: {
      title: '{{app}} hesabınızdaki değişikliği onaylayın',
      code: '{{code}}, {{app}} hesap değişikliğini onaylama kodunuzdur',
      action: 'Değişikliği onayla',
    },
    BindNewIdentifier: {
      title: '{{app}} için e-posta adresinizi doğrulayın',
      code: '{{code}}, {{app}} için e-posta adresi doğrulama kodunuzdur',
      action: 'E-posta adresini doğrula',
    },
    BindNewPhone: {
      title: '{{app}} için telefon numaranızı doğrulayın',
      code: '{{code}}, {{app}} için telefon numarası doğrulama kodunuzdur',
      action: 'Telefon numarasını doğrula',
    },
    MfaVerification: {
      title: '{{app}} için oturum açmayı tamamlayın',
      code: '{{code}}, {{app}} için oturum açmayı tamamlama kodunuzdur',
      action: 'Oturum açmayı tamamla',
    },
    BindMfa: {
      title: '{{app}} için iki adımlı doğrulamayı ayarlayın',
      code: '{{code}}, {{app}} için iki adımlı doğrulama kodunuzdur',
      action: 'Ayarla',
    },
  },
  code: {
    lead: 'Bu kodu, sizden istenen sayfaya girin. Kod {{minutes}} dakika geçerlidir.',
    orLink: 'Ya da bu bağlantıyla devam edin; tercihen işleme başladığınız tarayıcıda.',
  },
  link: {
    lead: 'Devam etmek için bu bağlantıyı kullanın.',
    copy: 'Düğme çalışmazsa bu bağlantıyı tarayıcınızda açın:',
  },
  ignore: 'Bu iletiyi siz istemediyseniz yok sayabilirsiniz. Kimseyle paylaşmayın.',
  notices: {
    changed: '{{app}} hesabınız değiştirildi',
    deleted: '{{app}} hesabınız silindi',
    exported: '{{app}} verileriniz dışa aktarıldı',
    what: {
      password: 'Hesabınızın parolası değiştirildi.',
      email: 'Hesabınızın e-posta adresi değiştirildi.',
      phone: 'Hesabınızın telefon numarası değiştirildi.',
      identities: 'Hesabınıza bağlı hesaplar değiştirildi.',
      mfa: 'Hesabınızın iki adımlı doğrulaması değiştirildi.',
      export: 'Hesabınızdaki tüm verilerin bir kopyası indirildi.',
      deletion: 'Hesabınız, hesap sayfasındaki istek üzerine tüm içeriğiyle birlikte silindi.',
    },
    warning: 'Bunu siz yapmadıysanız hemen uygulamayı işletenlerle iletişime geçin.',
    undo: 'Bunu siz yapmadıysanız değişikliği {{hours}} saat içinde geri alın:',
    undoAction: 'Değişikliği geri al',
  },
  newDevice: {
    title: '{{app}} hesabınızda yeni oturum açma',
    what: 'Hesabınızda daha önce kullanılmamış bir cihazla oturum açıldı: {{device}}, {{time}}, ağ adresi {{ip}}.',
    advice: 'Bu sizseniz bu iletiyi yok sayın. Değilse {{days}} gün içinde cihazın oturumunu kapatın:',
    action: 'Bu ben değildim',
    unknown: 'bilinmeyen cihaz',
  },
  signInRequest: {
    title: '{{app}} için oturum açmayı onaylayın',
    lead: 'Biri hesabınızla {{app}} için oturum açmaya başladı. Bu sizseniz bu sayfayı açın ve {{minutes}} dakika içinde onaylayın. Değilse orada reddedin:',
    action: 'İsteği göster',
  },
  invitation: {
    subject: '{{product}} üzerinde {{tenant}} daveti',
    lead: '{{inviter}} sizi {{product}} üzerinde “{{tenant}}” ekibine katılmaya davet ediyor.',
    accept: 'Daveti kabul et',
    until: 'Davetin son geçerlilik tarihi: {{expiresAt}}.',
    ignore:
      'Sizi davet eden kişiyi tanımıyorsanız bu iletiyi yok sayabilirsiniz. Bağlantıyı kimseyle paylaşmayın: e-posta adresinizi kanıtlar.',
  },
};
