import type { MessageWords } from './en.ts';

export const it: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Acceda a {{app}}',
      code: '{{code}} è il suo codice per accedere a {{app}}',
      action: 'Accedi',
    },
    Register: {
      title: 'Crei il suo account su {{app}}',
      code: '{{code}} è il suo codice per creare un account su {{app}}',
      action: 'Crea account',
    },
    ForgotPassword: {
      title: 'Scelga una nuova password per {{app}}',
      code: '{{code}} è il suo codice per scegliere una nuova password per {{app}}',
      action: 'Scegli la password',
    },
    OrganizationInvitation: {
      title: 'Ha ricevuto un invito a {{app}}',
      code: '{{code}} è il suo codice per accettare un invito a {{app}}',
      action: 'Accetta l’invito',
    },
    Generic: {
      title: 'Confermi la sua identità su {{app}}',
      code: '{{code}} è il suo codice per {{app}}',
      action: 'Conferma',
    },
    UserPermissionValidation: {
      title: 'Confermi una modifica del suo account su {{app}}',
      code: '{{code}} è il suo codice per confermare una modifica del suo account su {{app}}',
      action: 'Conferma la modifica',
    },
    BindNewIdentifier: {
      title: 'Confermi il suo indirizzo e-mail per {{app}}',
      code: '{{code}} è il suo codice per confermare il suo indirizzo e-mail per {{app}}',
      action: 'Conferma l’indirizzo e-mail',
    },
    BindNewPhone: {
      title: 'Confermi il suo numero di telefono per {{app}}',
      code: '{{code}} è il suo codice per confermare il suo numero di telefono per {{app}}',
      action: 'Conferma il numero',
    },
    MfaVerification: {
      title: 'Completi il suo accesso a {{app}}',
      code: '{{code}} è il suo codice per completare il suo accesso a {{app}}',
      action: 'Completa l’accesso',
    },
    BindMfa: {
      title: 'Configuri la verifica in due passaggi per {{app}}',
      code: '{{code}} è il suo codice per configurare la verifica in due passaggi per {{app}}',
      action: 'Configura',
    },
  },
  code: {
    lead: 'Inserisca questo codice nella pagina che lo richiede. È valido per {{minutes}} minuti.',
    orLink: 'Oppure continui con questo link, preferibilmente nel browser in cui ha iniziato.',
  },
  link: {
    lead: 'Usi questo link per continuare.',
    copy: 'Se il pulsante non funziona, apra questo link nel browser:',
  },
  ignore: 'Se non ha richiesto questo messaggio, può ignorarlo. Non lo inoltri a nessuno.',
  notices: {
    changed: 'Il suo account su {{app}} è stato modificato',
    deleted: 'Il suo account su {{app}} è stato eliminato',
    exported: 'I suoi dati su {{app}} sono stati esportati',
    what: {
      password: 'La password del suo account è stata modificata.',
      email: 'L’indirizzo e-mail del suo account è stato modificato.',
      phone: 'Il numero di telefono del suo account è stato modificato.',
      identities: 'Gli account collegati al suo account sono stati modificati.',
      mfa: 'La verifica in due passaggi del suo account è stata modificata.',
      export: 'È stata scaricata una copia di tutti i dati del suo account.',
      deletion: 'Il suo account è stato eliminato con tutto il contenuto, come richiesto nella pagina dell’account.',
    },
    warning: 'Se non è stato lei, contatti subito i responsabili dell’applicazione.',
    undo: 'Se non è stato lei, annulli la modifica entro {{hours}} ore:',
    undoAction: 'Annulla la modifica',
  },
  newDevice: {
    title: 'Nuovo accesso al tuo account su {{app}}',
    what: 'Qualcuno ha effettuato l’accesso al tuo account con un dispositivo mai usato prima: {{device}}, {{time}}, indirizzo di rete {{ip}}.',
    advice: 'Se eri tu, ignora questo messaggio. Altrimenti disconnetti il dispositivo entro {{days}} giorni:',
    action: 'Non ero io',
    unknown: 'dispositivo sconosciuto',
  },
  signInRequest: {
    title: 'Approva un accesso a {{app}}',
    lead: 'Qualcuno ha iniziato un accesso a {{app}} con il tuo account. Se eri tu, apri questa pagina e approvalo entro {{minutes}} minuti. Altrimenti rifiutalo lì:',
    action: 'Mostra la richiesta',
  },
  invitation: {
    subject: 'Invito a {{tenant}} su {{product}}',
    lead: '{{inviter}} la invita a unirsi a «{{tenant}}» su {{product}}.',
    accept: 'Accetta l’invito',
    until: 'Scadenza dell’invito: {{expiresAt}}.',
    ignore:
      'Se non conosce la persona che la invita, può ignorare questo messaggio. Non inoltri il link: dimostra che l’indirizzo e-mail è suo.',
  },
};
