import type { Phrases } from '../phrases.ts';

export const jobs: Phrases['jobs'] = {
  purpose:
    'E-posta, içe aktarma ve temizlik gibi arka planda çalışan işler. Başarısız işleri görün ve yeniden deneyin.',
  installation: 'Kurulum',
  ofTenant: 'Kiracı {{id}}',
  ending: 'İptal ediliyor',
  noError: 'Hata yok',
  onlyFirst: 'Yalnızca ilk {{number}} gösteriliyor.',
  unreachableTitle: 'Bazı işler gösterilmiyor',
  unreachableBody:
    'Bu bölgelere ulaşılamıyor: {{regions}}. Bölgeler yeniden kullanılabilir olduğunda işleri devam eder.',
  columns: {
    queue: 'Kuyruk',
    error: 'Son hata',
    attempts: 'Denemeler',
    due: 'Zamanı',
    failed: 'Başarısızlık',
    age: 'Eklendi',
  },
  dead: {
    title: 'Başarısız',
    help: 'Tüm denemeler başarısız oldu. Bu işleri yeniden deneyin veya iptal edin. 30 gün sonra kaldırılırlar.',
    none: 'Başarısız iş yok.',
  },
  retrying: {
    title: 'Yeniden deneme bekleyenler',
    help: 'Bu işler başarısız oldu ve deneme hakları var.',
    none: 'Yeniden deneme bekleyen iş yok.',
  },
  running: {
    title: 'Çalışan',
    help: 'Şu anda çalışan işler.',
    none: 'Çalışan iş yok.',
  },
  queues: {
    title: 'Kuyruklar',
    help: 'İş sayılarıyla birlikte tüm kuyruklar.',
    none: 'Henüz kuyruk yok.',
    waiting: 'Bekleyen',
    running: 'Çalışan',
    dead: 'Başarısız',
    atLeast: '{{number}}+',
    retry: 'Başarısızları yeniden dene',
    retryWhat: '{{queue}} kuyruğunun başarısız işlerini yeniden dene',
    retried_one: '{{count}} iş yeniden deneniyor.',
    retried_other: '{{count}} iş yeniden deneniyor.',
  },
  refresh: 'Yenile',
  retry: 'Yeniden dene',
  retried: 'İş yeniden deneniyor.',
  cancel: 'İşi iptal et',
  keep: 'İşi koru',
  cancelTitle: 'Bu iş iptal edilsin mi?',
  cancelBody: '{{queue}} kuyruğunun kalan işi yapılmaz. Çalışan bir iş birkaç saniye içinde durur.',
  cancelDead: '{{queue}} kuyruğunun işi yapılmaz ve iş bu listeden kaldırılır.',
  canceled: 'İş iptal ediliyor.',
};
