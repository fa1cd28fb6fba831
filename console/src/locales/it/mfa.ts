import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Un secondo passaggio dopo il primo metodo di accesso, perché una password rubata non basti.',
  factors: {
    title: 'Fattori',
    help: 'Ciò che si può configurare come secondo passaggio. Le pagine di accesso li elencano in quest’ordine.',
    names: {
      WebAuthn: 'Passkey',
      Totp: 'App di autenticazione',
      PhoneVerificationCode: 'Codice via SMS',
      EmailVerificationCode: 'Codice via e-mail',
      BackupCode: 'Codici di riserva',
    },
    about: {
      WebAuthn: 'Impronta, volto, blocco schermo o chiave di sicurezza. Protegge dal phishing.',
      Totp: 'Codici monouso di un’app come Google Authenticator o 1Password.',
      PhoneVerificationCode:
        'Un codice inviato al numero di telefono dell’account. È meno sicuro di un’app o di una passkey: offra anche una di queste.',
      EmailVerificationCode: 'Un codice inviato all’indirizzo e-mail dell’account.',
      BackupCode: 'Dieci codici per quando un altro fattore non è disponibile. Ogni codice funziona una volta.',
    },
    clash: {
      email: 'Non disponibile, perché si accede con codici via e-mail.',
      phone: 'Non disponibile, perché si accede con codici via SMS.',
    },
    openMethods: 'Modifica i metodi di accesso',
  },
  problems: {
    alone: 'I codici di riserva richiedono un altro fattore. Ne attivi almeno uno in più.',
    email:
      'Si accede con codici via e-mail, che quindi non possono essere un secondo fattore. Disattivi “Codice via e-mail”.',
    phone:
      'Si accede con codici via SMS, che quindi non possono essere un secondo fattore. Disattivi “Codice via SMS”.',
  },
  policy: {
    title: 'Regola',
    help: 'Quando viene chiesto di configurare un fattore. A chi ne ha uno viene chiesto a ogni accesso, tranne che sui dispositivi attendibili.',
    noFactors: 'Attivi un fattore per scegliere una regola.',
    require: 'Richiedi un secondo fattore',
    requireOn: 'Chi non ha un fattore deve configurarne uno per completare l’accesso o la registrazione.',
    requireOff: 'Se disattivato, si può accedere senza secondo fattore.',
    prompt: 'Proponi di configurare un fattore',
    prompts: {
      PromptAtSignInAndSignUp: 'All’accesso e alla registrazione',
      PromptOnlyAtSignIn: 'Solo all’accesso',
      NoPrompt: 'Non proporre',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'A chi non ha un fattore ne viene proposto uno alla registrazione o all’accesso. Si può saltare.',
      PromptOnlyAtSignIn:
        'A chi non ha un fattore ne viene proposto uno all’accesso, ma non durante la creazione dell’account. Si può saltare.',
      NoPrompt: 'Le pagine di accesso non propongono fattori. Se ne può configurare uno nel centro account.',
    },
    organizations: 'Membri di organizzazioni che richiedono un secondo fattore',
    organizationPolicies: {
      NoPrompt: 'Seguono la regola qui sopra',
      Mandatory: 'Devono configurarne uno per accedere',
    },
    organizationsHelp: {
      NoPrompt: 'Possono accedere senza un fattore, ma non ottengono token per tale organizzazione.',
      Mandatory: 'I membri di almeno una di queste organizzazioni non possono saltare la configurazione.',
      All: 'Tutti hanno bisogno di un secondo fattore, anche i membri di organizzazioni.',
    },
  },
  trusted: {
    title: 'Dispositivi attendibili',
    help: 'Dopo la verifica di un secondo fattore, si può scegliere che in quel browser non venga più chiesto per un certo tempo.',
    enabled: 'Proponi di considerare attendibile un dispositivo',
    enabledHelp:
      'Applicazioni, organizzazioni e accessi a rischio che esigono un fattore lo chiedono comunque. Una nuova password, la reimpostazione dei fattori o la disconnessione ovunque annulla l’attendibilità.',
    noFactors: 'Ha effetto appena viene attivato un fattore.',
    days: 'Chiedi di nuovo dopo',
    daysHelp: 'Un tempo più breve vale anche per i dispositivi già attendibili.',
    unit: 'giorni',
    daysWrong: 'Inserisca un numero intero da 1 a {{max}}.',
  },
  passkeys: {
    title: 'Accesso con passkey',
    help: 'Accesso con la sola passkey, senza password né codice. Vale anche come secondo fattore.',
    enabled: 'Consenti l’accesso con una passkey',
    enabledHelp: 'Dopo un accesso con password o codice, viene proposto di creare una passkey.',
    button: 'Mostra un pulsante nella pagina di accesso',
    buttonHelp: 'Si sceglie “Accedi con una passkey” invece di inserire un identificativo.',
    autofill: 'Suggerisci le passkey nel campo dell’identificativo',
    autofillHelp: 'I browser che lo supportano elencano le passkey come password salvate.',
  },
};
