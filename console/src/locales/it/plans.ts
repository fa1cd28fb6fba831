import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Supplemento',
  addOnTitle: '{{what}}: fatturato in aggiunta al suo piano',
  popular: 'Il più scelto',
  includes: 'Che cosa include {{plan}}',
  seePlans: 'Vedi i piani',
  notNow: 'Non ora',
  nothingToManage: 'Per questo tenant non è stato acquistato nulla, quindi non c’è alcun pagamento da gestire.',
  askAdministrator: 'Chieda a un amministratore di questo tenant di cambiarne il piano.',
  keys: {
    mauLimit: 'Utenti attivi mensili',
    tokenLimit: 'Token',
    applicationsLimit: 'Applicazioni',
    machineToMachineLimit: 'Applicazioni machine-to-machine',
    thirdPartyApplicationsLimit: 'Applicazioni di terze parti',
    samlApplicationsLimit: 'Applicazioni SAML',
    resourcesLimit: 'Risorse API',
    scopesPerResourceLimit: 'Autorizzazioni per risorsa API',
    userRolesLimit: 'Ruoli per utenti',
    machineToMachineRolesLimit: 'Ruoli per applicazioni machine-to-machine',
    scopesPerRoleLimit: 'Autorizzazioni per ruolo',
    socialConnectorsLimit: 'Connettori social',
    hooksLimit: 'Webhook',
    organizationsLimit: 'Organizzazioni',
    enterpriseSsoLimit: 'Connettori SSO aziendali',
    tenantMembersLimit: 'Membri del tenant',
    auditLogsRetentionDays: 'Giorni di log di audit',
    mfaEnabled: 'Autenticazione a più fattori',
    securityFeaturesEnabled: 'Funzioni di sicurezza',
    customJwtEnabled: 'JWT personalizzato',
    subjectTokenEnabled: 'Token soggetto',
    bringYourUiEnabled: 'Interfaccia personalizzata',
    collectUserProfileEnabled: 'Raccolta dei profili utente',
    idpInitiatedSsoEnabled: 'Accesso avviato dal provider di identità',
  },
  limits: {
    reached: '{{what}}: ha raggiunto il limite del suo piano ({{limit}}).',
    missing: '{{what}}: non incluso nel suo piano.',
    unknown: 'Il suo piano non lo consente.',
    development: 'Per averne di più, usi un tenant di produzione con un piano a pagamento.',
  },
  prices: {
    each: 'Il suo piano ne include {{included}}. Ogni unità in più costa {{price}} al mese.',
    flat: 'Costa {{price}} al mese, indipendentemente dall’utilizzo.',
    billed: 'L’utilizzo oltre il piano viene aggiunto alla prossima fattura.',
  },
  ask: {
    title: 'Aggiunge {{amount}} alla sua fattura mensile',
    each_one:
      '{{what}}: il suo piano ne include {{included}} e lei ne ha {{used}}. {{count}} in più costa {{price}} al mese finché non lo elimina.',
    each_many:
      '{{what}}: il suo piano ne include {{included}} e lei ne ha {{used}}. {{count}} in più costano {{price}} l’uno, {{amount}} al mese, finché non li elimina.',
    each_other:
      '{{what}}: il suo piano ne include {{included}} e lei ne ha {{used}}. {{count}} in più costano {{price}} l’uno, {{amount}} al mese, finché non li elimina.',
    members_one:
      '{{what}}: il suo piano ne include {{included}} e {{used}} sono membri o invitati. {{count}} in più costa {{price}} al mese dopo l’accettazione dell’invito.',
    members_many:
      '{{what}}: il suo piano ne include {{included}} e {{used}} sono membri o invitati. {{count}} in più costano {{price}} l’uno, {{amount}} al mese se tutti accettano.',
    members_other:
      '{{what}}: il suo piano ne include {{included}} e {{used}} sono membri o invitati. {{count}} in più costano {{price}} l’uno, {{amount}} al mese se tutti accettano.',
    flat: '{{what}}: il suo piano ne include {{included}}. Oltre, il costo è di {{amount}} al mese in totale, per qualsiasi numero.',
    confirm: 'Accetto {{amount}} al mese',
  },
  whole: {
    title: '{{plan}} costa {{amount}} al mese con l’uso attuale',
    body: 'Il piano si paga ora. I componenti aggiuntivi si fatturano dopo ogni mese, finché sono in uso.',
    line: '{{what}}: {{amount}}',
    confirm: 'Continua al pagamento',
  },
  suspended: {
    title: 'Questo tenant è sospeso',
    by: 'Un operatore di questa installazione lo ha sospeso.',
    because: 'Motivo: {{reason}}',
    body: 'Le sue pagine di accesso e la sua API non sono disponibili, e le sue impostazioni non possono essere modificate.',
    next: 'Ci contatti per sapere il motivo o per riattivarlo.',
    open: 'Ci contatti per riattivarlo.',
  },
  contact: {
    action: 'Contattaci',
    title: 'Contattaci',
    body: 'Rispondiamo nei giorni lavorativi.',
    ways: {
      chat: {
        title: 'Chat della community',
        help: 'Chieda alla community e agli sviluppatori.',
        action: 'Entra nella chat',
      },
      issues: {
        title: 'Segnalazioni',
        help: 'Segnali un errore o chieda una funzione.',
        action: 'Apri una segnalazione',
      },
      email: { title: 'E-mail', help: 'Per domande riservate.', action: 'Scrivi un’e-mail' },
      meeting: { title: 'Incontro', help: 'Parli con noi per 30 minuti.', action: 'Prenota un incontro' },
    },
  },
  usage: {
    mauLimit: {
      title: 'Limite di utenti attivi mensili raggiunto',
      body: 'Chi era già attivo questo mese può ancora accedere. Gli altri non possono accedere fino al mese prossimo, o finché non sceglie un piano più grande.',
      notice: 'Limite di utenti attivi mensili del piano {{plan}} raggiunto',
    },
    tokenLimit: {
      title: 'Limite di token raggiunto',
      body: 'Non vengono emessi token fino al mese prossimo, o finché non sceglie un piano più grande.',
      notice: 'Limite di token del piano {{plan}} raggiunto',
    },
    agreed: 'Questo è il limite concordato. Ci contatti per aumentarlo.',
    amount: '{{used}} di {{limit}} questo mese.',
  },
  overdue: {
    title: 'Un pagamento è in ritardo',
    body: '{{name}} ha fatture non pagate. Le paghi per evitare la sospensione del tenant.',
    bills_one: '{{count}} fattura non pagata',
    bills_many: '{{count}} di fatture non pagate',
    bills_other: '{{count}} fatture non pagate',
    amount: 'Importo dovuto',
    sum: 'Totale',
    pay: 'Paga ora',
  },
  migration: {
    title: 'I tenant di sviluppo sono cambiati',
    free: 'Sono gratuiti, includono quasi tutte le funzioni di un piano a pagamento e consentono fino a 100 utenti attivi mensili. Per i suoi clienti usi un tenant di produzione.',
    paid: 'Questo tenant ha un piano a pagamento, quindi ora è un tenant di produzione. Accesso e prezzi restano gli stessi.',
    before: 'In precedenza questo tenant era contrassegnato come “{{tag}}”.',
  },
};
