import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Belirteçleri ve çerezleri imzalayan anahtarlar. Düzenli olarak, sızmış olabilecek bir anahtar varsa hemen yenileyin.',
  rotate: 'Yenile',
  rotated: 'Anahtar yenilendi',
  deleted: 'Anahtar silindi',
  deleteWhat: '{{id}} anahtarını sil',
  copyId: 'Anahtar kimliğini kopyala',
  copyFingerprint: 'Parmak izini kopyala',
  columns: {
    id: 'Anahtar kimliği',
    status: 'Durum',
    algorithm: 'Algoritma',
    fingerprint: 'SHA-256 parmak izi',
    created: 'Oluşturuldu',
  },
  statuses: {
    Next: 'Sonraki',
    Replaced: 'Değiştirilmiş',
    Current: 'Geçerli',
    Previous: 'Önceki',
  },
  signs: 'imzalamaya başlar: {{when}}',
  replaced: 'hiç kullanılmadı',
  companion: 've {{algorithm}}',
  copyCompanionFingerprint: '{{algorithm}} anahtarının parmak izini kopyala',
  'private-keys': {
    title: 'Özel anahtarlar',
    help: 'Kimlik belirteçlerini ve erişim belirteçlerini imzalar. Her anahtarın, diğer algoritmayı kullanan uygulamalar için bir eşi vardır. Uygulamalar önce alabilsin diye yeni anahtar imzalamadan önce yayımlanır.',
    rotate: 'Özel anahtarları yenile',
    deleteBodies: {
      Next: 'Bu anahtar henüz hiçbir şey imzalamadı. Geçerli anahtar kullanımda kalır.',
      Replaced: 'Bu anahtar hiçbir şey imzalamadı. Sonraki anahtar etkilenmez.',
      Current: 'Bu anahtarın imzaladığı belirteçler geçersiz olur. Kalan en yeni anahtar imzalar.',
      Previous: 'Bu anahtarın imzaladığı belirteçler, süreleri dolmasa bile geçersiz olur.',
    },
  },
  'cookie-keys': {
    title: 'Çerez anahtarları',
    help: 'Oturum açma sayfalarının çerezlerini imzalar. Önceki anahtarla imzalanan çerezler geçerli kalır, böylece oturumlar açık kalır.',
    rotate: 'Çerez anahtarlarını yenile',
    rotateBody:
      'Yeni çerezler yeni anahtarla imzalanır. Geçerli anahtarla imzalanan çerezler geçerli kalır. Çerezleri daha eski bir anahtarla imzalanan kişiler yeniden oturum açmalıdır.',
    deleteBodies: {
      Next: 'Bu anahtar henüz hiçbir şey imzalamadı.',
      Replaced: 'Bu anahtar hiçbir şey imzalamadı.',
      Current: 'Oturumu bu anahtarla imzalanan kişiler yeniden oturum açmalıdır.',
      Previous: 'Yenilemeden beri dönmeyen kişiler yeniden oturum açmalıdır.',
    },
  },
  deleteTitles: {
    Next: 'Sonraki anahtar silinsin mi?',
    Replaced: 'Değiştirilmiş anahtar silinsin mi?',
    Current: 'Geçerli anahtar silinsin mi?',
    Previous: 'Önceki anahtar silinsin mi?',
  },
  rotateHelp: 'Yeni bir anahtar geçerli olanın yerine geçer. Geçerli anahtarla imzalanan belirteçler geçerli kalır.',
  algorithms: {
    EC: {
      name: 'EC',
      help: 'ES256. Kısa belirteçler ve hızlı imzalama. Önerilir.',
    },
    RSA: {
      name: 'RSA',
      help: 'RS256, 4096 bit. Yalnızca RSA destekleyen API’ler için.',
    },
  },
  start: 'İmzalamanın başlangıcı',
  starts: {
    later: {
      name: '{{grace}} sonra',
      help: 'Uygulamaların alabilmesi için anahtar şimdi yayımlanır.',
    },
    now: {
      name: 'Şimdi',
      help: 'Geçerli anahtar sızmış olabilirse bunu kullanın.',
    },
  },
  nowTitle: 'Bazı uygulamalar bir süre yeni belirteçleri reddedebilir',
  nowBody:
    'Uygulamalar anahtar listesini {{age}} kadar, bazıları daha uzun önbellekte tutar. Yeniden alana kadar yeni anahtarla imzalanan belirteçleri reddederler. Sızan bir anahtarın belirteçlerini geçersiz kılmak için sonra o anahtarı silin.',
  replacesTitle: 'Zaten bir sonraki anahtar var',
  replacesBody:
    'Henüz hiçbir şey imzalamadı. Yeni anahtar onun yerine geçer ve mevcut sonraki anahtar hiç kullanılmaz.',
};
