import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Bağlayıcı kurulmadığı için gönderilmeyen iletiler. Yalnızca üretim dışında kullanılabilir. İletiler bir gün saklanır.',
  emptyTitle: 'Henüz ileti yok',
  emptyBody:
    'Uygulamanızda kodla oturum açın, kaydolun veya parola sıfırlayın. Bir bağlayıcı kurulana kadar ileti birkaç saniye içinde burada görünür.',
  toConnectors: 'Bağlayıcı kur',
  show: 'İletiyi göster',
  hide: 'İletiyi gizle',
  content: '{{recipient}} için ileti',
  copyCode: 'Kodu kopyala',
  copyLink: 'Bağlantıyı kopyala',
  openLink: 'Bağlantıyı aç',
  clear: 'Kutuyu boşalt',
  clearTitle: 'Posta kutusu boşaltılsın mı?',
  clearBody: 'Tüm iletiler silinir. İçlerindeki kodlar, süreleri dolana kadar geçerli kalır.',
  cleared: 'Posta kutusu boşaltıldı',
};
