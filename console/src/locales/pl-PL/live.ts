import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Przejdź do konsoli',
  others: 'Twoje inne tenanty',
  removed: {
    title: 'Nie należysz już do tenanta {{tenant}}',
    by: 'Osoba, która usunęła Cię z tego tenanta: {{by}}.',
    body: 'Operator usunął Cię z tego tenanta.',
  },
  deleted: {
    title: 'Tenant {{tenant}} został usunięty',
    by: 'Osoba, która usunęła tego tenanta: {{by}}.',
    body: 'Operator usunął tego tenanta.',
  },
  role: {
    admin: 'Masz teraz rolę administratora w tenancie {{tenant}}.',
    adminBy: '{{by}} nadaje Ci rolę administratora w tenancie {{tenant}}.',
    billing: 'Zarządzasz teraz rozliczeniami {{tenant}}.',
    billingBy: '{{by}} powierza Ci rozliczenia {{tenant}}.',
    collaborator: 'Masz teraz rolę współpracownika w tenancie {{tenant}}.',
    collaboratorBy: '{{by}} nadaje Ci rolę współpracownika w tenancie {{tenant}}.',
    other: 'Twoja rola w tenancie {{tenant}} to teraz „{{role}}”.',
    otherBy: '{{by}} zmienia Twoją rolę w tenancie {{tenant}} na „{{role}}”.',
  },
  suspended: 'Operator zawiesił tenanta {{tenant}}.',
  suspendedBecause: 'Operator zawiesił tenanta {{tenant}}. Powód: {{reason}}',
  resumed: 'Tenant {{tenant}} jest znów aktywny.',
  account: {
    title: 'Twoje konto jest zawieszone',
    by: 'Osoba, która zawiesiła Twoje konto: {{by}}. Twoja sesja została zakończona.',
    body: 'Operator zawiesił Twoje konto. Twoja sesja została zakończona.',
    other: 'Zaloguj się innym kontem',
  },
};
