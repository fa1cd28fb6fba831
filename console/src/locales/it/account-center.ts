import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Centro account',
  help: 'Permetta alle persone di vedere e modificare le parti del loro account che lei consente, nelle pagine account integrate o nelle sue applicazioni tramite l’API account.',
  enabled: 'Attiva l’API account',
  enabledHelp:
    'Se disattivata, l’API account non è disponibile. Disattivare e salvare imposta su “No” tutti i campi qui sotto.',
  pages: 'Pagine account',
  access: { Off: 'No', Edit: 'Modifica', ReadOnly: 'Sola lettura' },
  accessOf: 'Accesso a: {{field}}',
  security: {
    title: 'Sicurezza dell’account',
    help: 'Per modificare questi dati occorre prima confermare la propria identità.',
  },
  identifiers: 'Identificativi',
  authentication: 'Autenticazione',
  profile: { title: 'Profilo utente', help: 'Dati personali e dati che le sue applicazioni conservano sulla persona.' },
  fields: {
    email: 'Indirizzo e-mail',
    phone: 'Numero di telefono',
    social: 'Account social',
    password: 'Password',
    mfa: 'Secondi fattori',
    username: 'Nome utente',
    name: 'Nome',
    avatar: 'Foto',
    profile: 'Profilo',
    customData: 'Dati personalizzati',
  },
  hints: {
    profile: 'Soprannome, data di nascita, indirizzo e gli altri dati standard.',
    customData: 'Valori dei campi del profilo personalizzati e dati conservati dalle applicazioni.',
  },
  missing: {
    email: 'Non è possibile verificare un nuovo indirizzo e-mail finché non si possono inviare e-mail.',
    phone: 'Non è possibile verificare un nuovo numero di telefono finché non si possono inviare SMS.',
    socialTitle: 'Ancora nessun connettore social',
    social: 'Per collegare un account serve un connettore social.',
    setUpSocial: 'Configura un connettore social',
    mfaTitle: 'L’autenticazione a più fattori è disattivata',
    mfa: 'Non c’è alcun secondo fattore da configurare.',
  },
  origins: {
    label: 'Origini correlate per le passkey',
    help: 'Altri suoi siti in cui funzionano le stesse passkey, ad esempio https://shop.example.com.',
    invalid: 'Inserisca un’origine come https://shop.example.com, senza percorso.',
    duplicate: 'Questa origine è già nell’elenco.',
    tooMany: 'Elenchi al massimo 50 origini.',
  },
  leaving: {
    title: 'Esportazione ed eliminazione',
    help: 'Le persone possono sempre esportare i propri dati. Lei decide se possono eliminare il proprio account.',
    deleteAccount: 'Consenti alle persone di eliminare il proprio account',
    deleteAccountHelp:
      'Prima occorre confermare la propria identità. L’account, le sue sessioni e i suoi token vengono eliminati subito e non possono essere ripristinati.',
  },
  vault: {
    title: 'Cassaforte dei segreti',
    help: 'Connettori che conservano i token del provider, in modo che le sue applicazioni possano chiamare il provider per conto delle persone.',
    none: 'Nessun connettore conserva token. Attivi la conservazione dei token nelle impostazioni di un connettore social.',
    open: 'Connettori social',
    list: 'Connettori che conservano token',
    columns: { connector: 'Connettore', target: 'Nome del provider' },
  },
};
