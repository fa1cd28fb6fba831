import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Osoby, które mogą zalogować się do tej konsoli, i ich role.',
  help: 'Każda zmiana tej listy jest zapisywana w dzienniku audytu.',
  roles: { admin: 'Administrator', reader: 'Tylko odczyt' },
  roleHelp: {
    admin: 'Widzi i zmienia wszystko, także tę listę',
    reader: 'Widzi wszystko oprócz sekretów i nie może nic zmienić',
  },
  roleNote: 'Ta osoba zostanie wylogowana i musi zalogować się ponownie.',
  invite: 'Zaproś administratora',
  inviteHelp: 'Otrzymasz link ważny przez 72 godziny, którego można użyć raz.',
  createLink: 'Utwórz link',
  link: 'Link zaproszenia',
  linkSent: 'Link wysłano też na adres {{email}}.',
  linkNotSent: 'Wyślij ten link na adres {{email}}. E-mail nie został wysłany.',
  once: 'Link jest widoczny tylko teraz. Każdy, kto go ma, może utworzyć konto.',
  invitationsHelp: 'Linki utworzone dla nowych administratorów.',
  remove: 'Usuń',
  removeBody:
    'Konto tej osoby zostanie usunięte, a dostęp natychmiast się zakończy. Wysłane przez nią zaproszenia zostaną wycofane.',
  removeSelf: 'Twoje konto zostanie usunięte i nastąpi wylogowanie. Aby wrócić, potrzebujesz nowego zaproszenia.',
  removed: 'Administrator usunięty',
};
