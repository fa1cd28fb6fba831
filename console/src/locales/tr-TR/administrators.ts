import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Bu konsolda oturum açabilen kişiler ve rolleri.',
  help: 'Bu listedeki her değişiklik denetim günlüğüne kaydedilir.',
  roles: { admin: 'Yönetici', reader: 'Salt okunur' },
  roleHelp: {
    admin: 'Bu liste dahil her şeyi görebilir ve değiştirebilir',
    reader: 'Gizli anahtarlar dışında her şeyi görebilir, hiçbir şeyi değiştiremez',
  },
  roleNote: 'Bu kişinin oturumu kapatılır ve yeniden oturum açması gerekir.',
  invite: 'Yönetici davet et',
  inviteHelp: '72 saat geçerli olan ve bir kez kullanılabilen bir bağlantı alırsınız.',
  createLink: 'Bağlantı oluştur',
  link: 'Davet bağlantısı',
  linkSent: 'Bağlantı {{email}} adresine de gönderildi.',
  linkNotSent: 'Bu bağlantıyı {{email}} adresine gönderin. E-posta gönderilmedi.',
  once: 'Bağlantı yalnızca şimdi gösterilir. Bağlantıya sahip olan herkes hesabı oluşturabilir.',
  invitationsHelp: 'Yeni yöneticiler için oluşturulan bağlantılar.',
  remove: 'Kaldır',
  removeBody: 'Hesabı silinir ve erişimini hemen kaybeder. Gönderdiği davetler iptal edilir.',
  removeSelf: 'Hesabınız silinir ve oturumunuz kapatılır. Geri dönmek için yeni bir davet gerekir.',
  removed: 'Yönetici kaldırıldı',
};
