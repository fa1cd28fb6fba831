import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Kişilerin kendi alan adınızda oturum açmasını sağlayın, örneğin auth.example.com.',
  title: 'Alan adları',
  help: 'Bir istek bu alan adından geldiğinde oturum açma sayfaları, bağlantılar ve belirteçler onu kullanır. Varsayılan alan adı geçerli kalır.',
  add: 'Alan adı ekle',
  added: 'Alan adı eklendi',
  addHelp: 'Ekledikten sonra, gösterilen DNS kaydını alan adı sağlayıcınızda oluşturun.',
  domain: 'Alan adı',
  none: 'Henüz özel alan adı yok.',
  deleted: 'Alan adı silindi',
  deleteWhat: 'Sil: {{name}}',
  deleteTitle: '{{name}} silinsin mi?',
  deleteBody:
    'Alan adı hemen çalışmaz olur. Onu uç nokta olarak kullanan uygulamalar artık oturum açamaz ve onda oluşturulan geçiş anahtarları kullanılamaz.',
  records: '{{name}} DNS kayıtları',
  columns: {
    type: 'Tür',
    name: 'Ad',
    value: 'Değer',
  },
  copyName: 'Adı kopyala',
  copyValue: 'Değeri kopyala',
  lastCheck: 'Son denetim: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'DNS bekleniyor',
      help: 'Bu kaydı alan adı sağlayıcınızda oluşturun. Her yerde görünmesi birkaç saat sürebilir.',
    },
    PendingSsl: {
      name: 'Sertifika bekleniyor',
      help: 'DNS kaydı doğru. Sertifika veriliyor.',
    },
    Active: {
      name: 'Etkin',
      help: 'Kişiler bu alan adında oturum açabilir. Kaydı koruyun: o olmadan alan adı sunulmaz.',
    },
    Error: {
      name: 'Çalışmıyor',
      help: 'Alan adı sunulmuyor. Kaydı düzeltin; alan adı kendiliğinden yeniden etkin olur.',
    },
  },
  default: {
    title: 'Varsayılan alan adı',
    help: 'Özel alan adlarının yanında da her zaman çalışır.',
    endpoint: 'Uç nokta',
  },
  shown: 'Alan adı',
  shownHelp: 'Aşağıdaki adresler bu alan adı için gösterilir.',
  howTo: 'Özel alan adları nasıl çalışır',
};
