import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Çalınan bir parolanın yetmemesi için ilk oturum açma yönteminden sonra ikinci bir adım.',
  factors: {
    title: 'Faktörler',
    help: 'Kişilerin ikinci adım olarak kurabilecekleri. Oturum açma sayfaları bunları bu sırayla listeler.',
    names: {
      WebAuthn: 'Geçiş anahtarı',
      Totp: 'Kimlik doğrulama uygulaması',
      PhoneVerificationCode: 'SMS ile kod',
      EmailVerificationCode: 'E-posta ile kod',
      BackupCode: 'Yedek kodlar',
    },
    about: {
      WebAuthn: 'Parmak izi, yüz, ekran kilidi veya güvenlik anahtarı. Kimlik avına karşı korur.',
      Totp: 'Google Authenticator veya 1Password gibi bir uygulamadan tek kullanımlık kodlar.',
      PhoneVerificationCode:
        'Hesabın telefon numarasına gönderilen kod. Bir uygulamadan veya geçiş anahtarından daha az güvenlidir; bunlardan birini de sunun.',
      EmailVerificationCode: 'Hesabın e-posta adresine gönderilen kod.',
      BackupCode: 'Başka faktör kullanılamadığında on kod. Her kod bir kez geçerlidir.',
    },
    clash: {
      email: 'Kişiler e-posta kodlarıyla oturum açtığı için kullanılamaz.',
      phone: 'Kişiler SMS kodlarıyla oturum açtığı için kullanılamaz.',
    },
    openMethods: 'Oturum açma yöntemlerini değiştir',
  },
  problems: {
    alone: 'Yedek kodlar başka bir faktör gerektirir. En az bir tane daha açın.',
    email:
      'Kişiler e-posta kodlarıyla oturum açıyor, bu nedenle ikinci faktör olamazlar. “E-posta ile kod” seçeneğini kapatın.',
    phone:
      'Kişiler SMS kodlarıyla oturum açıyor, bu nedenle ikinci faktör olamazlar. “SMS ile kod” seçeneğini kapatın.',
  },
  policy: {
    title: 'İlke',
    help: 'Kişilerden ne zaman faktör kurmalarının isteneceği. Faktörü olanlardan, güvenilen cihazlar dışında her oturum açmada istenir.',
    noFactors: 'İlke seçmek için bir faktör açın.',
    require: 'İkinci faktörü zorunlu kıl',
    requireOn: 'Faktörü olmayanlar oturum açmayı veya kaydı bitirmek için bir faktör kurmalıdır.',
    requireOff: 'Kapalıyken kişiler ikinci faktör olmadan oturum açabilir.',
    prompt: 'Faktör kurma önerisi',
    prompts: {
      PromptAtSignInAndSignUp: 'Oturum açma ve kayıtta',
      PromptOnlyAtSignIn: 'Yalnızca oturum açmada',
      NoPrompt: 'Öneri yok',
    },
    promptHelp: {
      PromptAtSignInAndSignUp: 'Faktörü olmayanlara kaydolurken veya oturum açarken önerilir. Atlayabilirler.',
      PromptOnlyAtSignIn: 'Faktörü olmayanlara oturum açarken önerilir, hesap oluştururken önerilmez. Atlayabilirler.',
      NoPrompt: 'Oturum açma sayfaları faktör önermez. Kişiler hesap merkezinde bir faktör kurabilir.',
    },
    organizations: 'İkinci faktör gerektiren kuruluşların üyeleri',
    organizationPolicies: {
      NoPrompt: 'Yukarıdaki ilkeyi izle',
      Mandatory: 'Oturum açmak için bir tane kurmalı',
    },
    organizationsHelp: {
      NoPrompt: 'Faktör olmadan oturum açabilirler ama böyle bir kuruluş için belirteç alamazlar.',
      Mandatory: 'En az bir böyle kuruluşun üyeleri kurulumu atlayamaz.',
      All: 'Kuruluş üyeleri dahil herkesin ikinci faktöre ihtiyacı var.',
    },
  },
  trusted: {
    title: 'Güvenilen cihazlar',
    help: 'İkinci faktör doğrulandıktan sonra kişiler, o tarayıcıda bir süre sorulmamasını seçebilir.',
    enabled: 'Cihaza güvenmeyi öner',
    enabledHelp:
      'Faktör isteyen uygulamalar, kuruluşlar ve riskli oturum açmalar yine sorar. Yeni parola, faktörlerin sıfırlanması veya her yerde oturumu kapatma güveni sona erdirir.',
    noFactors: 'Bir faktör açıldığında etkili olur.',
    days: 'Yeniden sorma süresi',
    daysHelp: 'Daha kısa süre, zaten güvenilen cihazlara da uygulanır.',
    unit: 'gün',
    daysWrong: '1 ile {{max}} arasında bir tam sayı girin.',
  },
  passkeys: {
    title: 'Geçiş anahtarıyla oturum açma',
    help: 'Parola veya kod olmadan, yalnızca geçiş anahtarıyla oturum açma. İkinci faktör de sayılır.',
    enabled: 'Geçiş anahtarıyla oturum açmaya izin ver',
    enabledHelp: 'Parola veya kodla oturum açtıktan sonra kişilere geçiş anahtarı oluşturma önerilir.',
    button: 'Oturum açma sayfasında düğme göster',
    buttonHelp: 'Kişiler tanımlayıcı girmek yerine “Geçiş anahtarıyla oturum aç” seçeneğini kullanır.',
    autofill: 'Tanımlayıcı alanında geçiş anahtarı öner',
    autofillHelp: 'Destekleyen tarayıcılar geçiş anahtarlarını kayıtlı parolalar gibi listeler.',
  },
};
