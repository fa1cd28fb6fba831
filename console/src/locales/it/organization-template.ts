import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Ruoli e autorizzazioni comuni a tutte le organizzazioni.',
  tabs: { roles: 'Ruoli di organizzazione', scopes: 'Autorizzazioni di organizzazione' },
  kinds: { organization: 'Autorizzazione di organizzazione', organizationPlural: 'Autorizzazioni di organizzazione' },
  typeHelp: {
    User: 'Per i membri di un’organizzazione.',
    MachineToMachine: 'Per le applicazioni machine-to-machine di un’organizzazione.',
  },
  deleteTitle: 'Eliminare {{name}}?',
  fields: {
    roleName: 'Nome del ruolo',
    roleNamePlaceholder: 'Responsabile fatturazione',
    roleDescriptionPlaceholder: 'Gestisce le fatture dell’organizzazione',
    scopeName: 'Nome dell’autorizzazione',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Invitare membri nell’organizzazione',
    description: 'Descrizione',
    type: 'Tipo di ruolo',
  },
  roles: {
    create: 'Crea ruolo di organizzazione',
    createNamed: 'Crea il ruolo di organizzazione “{{name}}”',
    created: 'Ruolo di organizzazione creato',
    search: 'Cerca ruoli di organizzazione',
    searchPlaceholder: 'Ruolo, descrizione o ID',
    columns: { role: 'Ruolo', type: 'Tipo', permissions: 'Autorizzazioni' },
    noPermissions: 'Nessuna autorizzazione',
    emptyTitle: 'Ancora nessun ruolo di organizzazione',
    emptyBody:
      'I membri di un’organizzazione ricevono autorizzazioni tramite i ruoli di organizzazione, ad esempio amministratore o redattore.',
    danger: {
      what: 'Elimina questo ruolo di organizzazione',
      action: 'Elimina ruolo',
      consequence:
        'Membri e macchine perdono il ruolo in tutte le organizzazioni, con il loro prossimo token. Viene rimosso anche dagli inviti e dal provisioning just-in-time.',
      deleted: 'Ruolo di organizzazione eliminato',
    },
  },
  scopes: {
    create: 'Crea autorizzazione di organizzazione',
    createHelp:
      'L’autorizzazione vale all’interno di un’organizzazione. La aggiunga a ruoli di organizzazione per concederla.',
    created: 'Autorizzazione di organizzazione creata',
    edit: 'Modifica autorizzazione',
    editTitle: 'Modifica {{name}}',
    renameHelp: 'I nuovi token contengono il nuovo nome. Si assicuri che la sua applicazione controlli quello.',
    copy: 'Copia nome dell’autorizzazione',
    search: 'Cerca autorizzazioni di organizzazione',
    searchPlaceholder: 'Autorizzazione, descrizione o ID',
    columns: { permission: 'Autorizzazione', description: 'Descrizione' },
    noDescription: 'Nessuna descrizione',
    emptyTitle: 'Ancora nessuna autorizzazione di organizzazione',
    emptyBody:
      'Le autorizzazioni definiscono che cosa possono fare i membri in un’organizzazione, ad esempio invite:member.',
    consequence:
      'L’autorizzazione viene rimossa da tutti i ruoli di organizzazione, dal consenso delle applicazioni di terze parti e dai nuovi token.',
    deleted: 'Autorizzazione di organizzazione eliminata',
  },
  pick: {
    label: 'Autorizzazioni',
    search: 'Cerca autorizzazioni e API',
    empty:
      'Non ci sono altre autorizzazioni da aggiungere. Crei un’autorizzazione di organizzazione o un’autorizzazione di una risorsa API.',
  },
  permissions: {
    type: 'Tipo o API',
    searchPlaceholder: 'Autorizzazione, descrizione, API o ID',
    emptyBody: 'Un ruolo senza autorizzazioni non concede nulla. Assegni autorizzazioni di organizzazione o di API.',
    removeBody:
      'Membri e macchine con questo ruolo perdono l’autorizzazione con il loro prossimo token. L’autorizzazione stessa non viene eliminata.',
  },
};
