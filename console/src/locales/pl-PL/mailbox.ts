import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Wiadomości, których nie wysłano, bo nie skonfigurowano łącznika. Dostępne tylko poza środowiskiem produkcyjnym. Wiadomości są przechowywane jeden dzień.',
  emptyTitle: 'Nie ma jeszcze wiadomości',
  emptyBody:
    'Zaloguj się, zarejestruj lub zresetuj hasło kodem w swojej aplikacji. Dopóki nie ma łącznika, wiadomość pojawi się tu po kilku sekundach.',
  toConnectors: 'Skonfiguruj łącznik',
  show: 'Pokaż wiadomość',
  hide: 'Ukryj wiadomość',
  content: 'Wiadomość do {{recipient}}',
  copyCode: 'Kopiuj kod',
  copyLink: 'Kopiuj link',
  openLink: 'Otwórz link',
  clear: 'Opróżnij skrzynkę',
  clearTitle: 'Opróżnić skrzynkę?',
  clearBody: 'Wszystkie wiadomości zostaną usunięte. Kody, które zawierają, pozostaną ważne do czasu wygaśnięcia.',
  cleared: 'Skrzynka opróżniona',
};
