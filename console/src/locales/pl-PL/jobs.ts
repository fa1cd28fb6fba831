import type { Phrases } from '../phrases.ts';

export const jobs: Phrases['jobs'] = {
  purpose:
    'Praca wykonywana w tle, np. wysyłanie e-maili, importy i porządkowanie danych. Tu widać zadania nieudane i można je ponowić.',
  installation: 'Instalacja',
  ofTenant: 'Tenant {{id}}',
  ending: 'Anulowanie',
  noError: 'Brak błędu',
  onlyFirst: 'Pokazano tylko pierwsze {{number}}.',
  unreachableTitle: 'Niektórych zadań nie widać',
  unreachableBody:
    'Te regiony są nieosiągalne: {{regions}}. Ich zadania będą kontynuowane, gdy regiony znów będą dostępne.',
  columns: {
    queue: 'Kolejka',
    error: 'Ostatni błąd',
    attempts: 'Próby',
    due: 'Termin',
    failed: 'Niepowodzenie',
    age: 'Dodano',
  },
  dead: {
    title: 'Nieudane',
    help: 'Wszystkie próby się nie powiodły. Ponów lub anuluj te zadania. Są usuwane po 30 dniach.',
    none: 'Nie ma nieudanych zadań.',
  },
  retrying: {
    title: 'Czekają na ponowienie',
    help: 'Te zadania się nie powiodły, ale mają jeszcze próby.',
    none: 'Żadne zadanie nie czeka na ponowienie.',
  },
  running: {
    title: 'W toku',
    help: 'Zadania wykonywane w tej chwili.',
    none: 'Żadne zadanie nie jest wykonywane.',
  },
  queues: {
    title: 'Kolejki',
    help: 'Wszystkie kolejki z liczbą ich zadań.',
    none: 'Nie ma jeszcze kolejek.',
    waiting: 'Oczekujące',
    running: 'W toku',
    dead: 'Nieudane',
    oldest: 'Najstarszy termin',
    atLeast: '{{number}}+',
    retry: 'Ponów nieudane',
    retryWhat: 'Ponów wszystkie nieudane zadania kolejki {{queue}}',
    retried_one: 'Ponawianie {{count}} zadania.',
    retried_few: 'Ponawianie {{count}} zadań.',
    retried_many: 'Ponawianie {{count}} zadań.',
    retried_other: 'Ponawianie {{count}} zadania.',
  },
  refresh: 'Odśwież',
  retry: 'Ponów',
  retried: 'Zadanie jest ponawiane.',
  cancel: 'Anuluj zadanie',
  keep: 'Zachowaj zadanie',
  cancelTitle: 'Anulować to zadanie?',
  cancelBody:
    'Pozostała praca kolejki {{queue}} nie zostanie wykonana. Zadanie w toku zatrzyma się w ciągu kilku sekund.',
  cancelDead: 'Praca kolejki {{queue}} nie zostanie wykonana, a zadanie zniknie z tej listy.',
  canceled: 'Zadanie jest anulowane.',
};
