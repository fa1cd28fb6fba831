import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Zapytaj o Postern. Odpowiedzi powstają na podstawie dokumentacji tej wersji i zawierają linki do jej rozdziałów.',
  introPassages:
    'Zapytaj o Postern. Otrzymasz pasujące rozdziały dokumentacji, bo nie skonfigurowano modelu językowego.',
  examplesLabel: 'Przykłady',
  examples: {
    connect: 'Jak połączyć aplikację jednostronicową?',
    roles: 'Czym różnią się role od ról w organizacji?',
    factors: 'Jak wymagać drugiego składnika?',
  },
  conversation: 'Rozmowa',
  question: 'Pytanie',
  placeholder: 'Jak mogę …',
  send: 'Zapytaj',
  stop: 'Zatrzymaj',
  clear: 'Wyczyść rozmowę',
  copy: 'Kopiuj rozmowę',
  help: 'Uzyskaj pomoc',
  ways: {
    docs: 'Strona pomocy',
    chat: 'Czat społeczności',
    issues: 'Zgłoszenia',
    email: 'Kontakt',
  },
  running: 'Przeszukiwanie dokumentacji …',
  stopped: 'Zatrzymano.',
  failed: 'W tej chwili nie ma odpowiedzi. Te rozdziały mogą pomóc; zapytaj ponownie później.',
  nothing: 'Nic w dokumentacji nie pasuje. Użyj innych słów lub uzyskaj pomoc przyciskiem powyżej.',
  sources: 'Z dokumentacji',
  code: 'Kod',
  disclaimer: 'Odpowiedzi pisze model językowy, który może się mylić. Nie wpisuj sekretów.',
  disclaimerPassages: 'Twoje pytanie nie opuszcza tego serwera.',
};
