import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Vai alla console',
  others: 'I suoi altri tenant',
  removed: {
    title: 'Non è più membro di {{tenant}}',
    by: '{{by}} l’ha rimossa da questo tenant.',
    body: 'Un operatore l’ha rimossa da questo tenant.',
  },
  deleted: {
    title: '{{tenant}} è stato eliminato',
    by: '{{by}} ha eliminato questo tenant.',
    body: 'Un operatore ha eliminato questo tenant.',
  },
  role: {
    admin: 'Ora è amministratore di {{tenant}}.',
    adminBy: '{{by}} l’ha nominata amministratore di {{tenant}}.',
    billing: 'Ora gestisce la fatturazione di {{tenant}}.',
    billingBy: '{{by}} le ha affidato la fatturazione di {{tenant}}.',
    collaborator: 'Ora è collaboratore in {{tenant}}.',
    collaboratorBy: '{{by}} l’ha nominata collaboratore in {{tenant}}.',
    other: 'Il suo ruolo in {{tenant}} è ora “{{role}}”.',
    otherBy: '{{by}} ha cambiato il suo ruolo in {{tenant}} in “{{role}}”.',
  },
  suspended: 'Un operatore ha sospeso {{tenant}}.',
  suspendedBecause: 'Un operatore ha sospeso {{tenant}}. Motivo: {{reason}}',
  resumed: '{{tenant}} è di nuovo attivo.',
  account: {
    title: 'Il suo account è sospeso',
    by: '{{by}} ha sospeso il suo account. La sua sessione è chiusa.',
    body: 'Un operatore ha sospeso il suo account. La sua sessione è chiusa.',
    other: 'Accedi con un altro account',
  },
};
