import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Klucze, które podpisują tokeny i pliki cookie. Wymieniaj je regularnie, a natychmiast, jeśli któryś mógł wyciec.',
  rotate: 'Wymień',
  rotated: 'Klucz wymieniony',
  deleted: 'Klucz usunięty',
  deleteWhat: 'Usuń klucz {{id}}',
  copyId: 'Kopiuj ID klucza',
  copyFingerprint: 'Kopiuj odcisk',
  columns: {
    id: 'ID klucza',
    status: 'Stan',
    algorithm: 'Algorytm',
    fingerprint: 'Odcisk SHA-256',
    created: 'Utworzono',
  },
  statuses: {
    Next: 'Następny',
    Replaced: 'Zastąpiony',
    Current: 'Bieżący',
    Previous: 'Poprzedni',
  },
  signs: 'zacznie podpisywać {{when}}',
  replaced: 'nigdy nieużyty',
  companion: 'i {{algorithm}}',
  copyCompanionFingerprint: 'Kopiuj odcisk klucza {{algorithm}}',
  'private-keys': {
    title: 'Klucze prywatne',
    help: 'Podpisują tokeny ID i tokeny dostępu. Każdy klucz ma drugi klucz dla aplikacji, które używają innego algorytmu. Nowy klucz jest publikowany, zanim zacznie podpisywać, aby aplikacje mogły go wcześniej pobrać.',
    rotate: 'Wymień klucze prywatne',
    deleteBodies: {
      Next: 'Ten klucz jeszcze niczego nie podpisał. Bieżący klucz pozostaje w użyciu.',
      Replaced: 'Ten klucz niczego nie podpisał. Nie wpływa to na następny klucz.',
      Current: 'Tokeny podpisane tym kluczem stracą ważność. Podpisywać będzie najnowszy z pozostałych kluczy.',
      Previous: 'Tokeny podpisane tym kluczem stracą ważność, nawet jeśli jeszcze nie wygasły.',
    },
  },
  'cookie-keys': {
    title: 'Klucze plików cookie',
    help: 'Podpisują pliki cookie stron logowania. Pliki cookie podpisane poprzednim kluczem pozostają ważne, więc sesje trwają dalej.',
    rotate: 'Wymień klucze plików cookie',
    rotateBody:
      'Nowe pliki cookie będą podpisywane nowym kluczem. Podpisane bieżącym kluczem pozostaną ważne. Osoby, których pliki cookie podpisano starszym kluczem, będą musiały zalogować się ponownie.',
    deleteBodies: {
      Next: 'Ten klucz jeszcze niczego nie podpisał.',
      Replaced: 'Ten klucz niczego nie podpisał.',
      Current: 'Osoby, których sesję podpisano tym kluczem, będą musiały zalogować się ponownie.',
      Previous: 'Osoby, które nie wróciły od czasu wymiany, będą musiały zalogować się ponownie.',
    },
  },
  deleteTitles: {
    Next: 'Usunąć następny klucz?',
    Replaced: 'Usunąć zastąpiony klucz?',
    Current: 'Usunąć bieżący klucz?',
    Previous: 'Usunąć poprzedni klucz?',
  },
  rotateHelp: 'Nowy klucz zastąpi bieżący. Tokeny podpisane bieżącym kluczem pozostaną ważne.',
  algorithms: {
    EC: {
      name: 'EC',
      help: 'ES256. Krótkie tokeny i szybkie podpisywanie. Zalecany.',
    },
    RSA: {
      name: 'RSA',
      help: 'RS256, 4096 bitów. Dla API, które obsługują tylko RSA.',
    },
  },
  start: 'Początek podpisywania',
  starts: {
    later: {
      name: 'Za {{grace}}',
      help: 'Klucz jest publikowany teraz, aby aplikacje miały czas go pobrać.',
    },
    now: {
      name: 'Teraz',
      help: 'Wybierz, jeśli bieżący klucz mógł wyciec.',
    },
  },
  nowTitle: 'Niektóre aplikacje mogą przez pewien czas odrzucać nowe tokeny',
  nowBody:
    'Aplikacje przechowują listę kluczy do {{age}}, niektóre dłużej. Dopóki nie pobiorą jej ponownie, odrzucają tokeny podpisane nowym kluczem. Aby unieważnić tokeny klucza, który wyciekł, usuń potem ten klucz.',
  replacesTitle: 'Następny klucz już istnieje',
  replacesBody:
    'Jeszcze niczego nie podpisał. Nowy klucz go zastąpi, a istniejący następny klucz nigdy nie zostanie użyty.',
};
