import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Konsola git',
  others: 'Diğer kiracılarınız',
  removed: {
    title: 'Artık {{tenant}} üyesi değilsiniz',
    by: '{{by}} sizi bu kiracıdan çıkardı.',
    body: 'Bir operatör sizi bu kiracıdan çıkardı.',
  },
  deleted: {
    title: '{{tenant}} silindi',
    by: '{{by}} bu kiracıyı sildi.',
    body: 'Bir operatör bu kiracıyı sildi.',
  },
  role: {
    admin: 'Artık {{tenant}} yöneticisisiniz.',
    adminBy: '{{by}} sizi {{tenant}} yöneticisi yaptı.',
    billing: 'Artık {{tenant}} faturalamasını yönetiyorsunuz.',
    billingBy: '{{by}}, {{tenant}} faturalamasını size verdi.',
    collaborator: 'Artık {{tenant}} kiracısında ortak çalışansınız.',
    collaboratorBy: '{{by}} sizi {{tenant}} kiracısında ortak çalışan yaptı.',
    other: '{{tenant}} kiracısındaki rolünüz artık “{{role}}”.',
    otherBy: '{{by}}, {{tenant}} kiracısındaki rolünüzü “{{role}}” olarak değiştirdi.',
  },
  suspended: 'Bir operatör {{tenant}} kiracısını askıya aldı.',
  suspendedBecause: 'Bir operatör {{tenant}} kiracısını askıya aldı. Neden: {{reason}}',
  resumed: '{{tenant}} yeniden etkin.',
  account: {
    title: 'Hesabınız askıya alındı',
    by: '{{by}} hesabınızı askıya aldı. Oturumunuz kapatıldı.',
    body: 'Bir operatör hesabınızı askıya aldı. Oturumunuz kapatıldı.',
    other: 'Başka bir hesapla oturum aç',
  },
};
