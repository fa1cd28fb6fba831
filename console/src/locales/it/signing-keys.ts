import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose: 'Chiavi che firmano token e cookie. Le ruoti regolarmente, e subito se una può essere stata divulgata.',
  rotate: 'Ruota',
  rotated: 'Chiave ruotata',
  deleted: 'Chiave eliminata',
  deleteWhat: 'Elimina la chiave {{id}}',
  copyId: 'Copia ID della chiave',
  copyFingerprint: 'Copia impronta',
  columns: {
    id: 'ID della chiave',
    status: 'Stato',
    algorithm: 'Algoritmo',
    fingerprint: 'Impronta SHA-256',
    created: 'Creazione',
  },
  statuses: { Next: 'Successiva', Replaced: 'Sostituita', Current: 'Attuale', Previous: 'Precedente' },
  signs: 'inizia a firmare {{when}}',
  replaced: 'mai usata',
  companion: 'e {{algorithm}}',
  copyCompanionFingerprint: 'Copia l’impronta della chiave {{algorithm}}',
  'private-keys': {
    title: 'Chiavi private',
    help: 'Firmano i token ID e i token di accesso. Ogni chiave ne ha una seconda per le applicazioni che usano l’altro algoritmo. Una nuova chiave viene pubblicata prima di firmare, così le applicazioni possono recuperarla.',
    rotate: 'Ruota chiavi private',
    deleteBodies: {
      Next: 'Questa chiave non ha ancora firmato nulla. La chiave attuale resta in uso.',
      Replaced: 'Questa chiave non ha firmato nulla. La chiave successiva non è interessata.',
      Current:
        'I token firmati da questa chiave diventano non validi. Al suo posto firma la chiave rimasta più recente.',
      Previous: 'I token firmati da questa chiave diventano non validi, anche se non sono scaduti.',
    },
  },
  'cookie-keys': {
    title: 'Chiavi dei cookie',
    help: 'Firmano i cookie delle pagine di accesso. I cookie firmati con la chiave precedente restano validi, quindi le sessioni restano aperte.',
    rotate: 'Ruota chiavi dei cookie',
    rotateBody:
      'I nuovi cookie vengono firmati con una nuova chiave. I cookie firmati con la chiave attuale restano validi. Chi ha cookie firmati con una chiave più vecchia deve accedere di nuovo.',
    deleteBodies: {
      Next: 'Questa chiave non ha ancora firmato nulla.',
      Replaced: 'Questa chiave non ha firmato nulla.',
      Current: 'Chi ha una sessione firmata con questa chiave deve accedere di nuovo.',
      Previous: 'Chi non è più tornato dopo la rotazione deve accedere di nuovo.',
    },
  },
  deleteTitles: {
    Next: 'Eliminare la chiave successiva?',
    Replaced: 'Eliminare la chiave sostituita?',
    Current: 'Eliminare la chiave attuale?',
    Previous: 'Eliminare la chiave precedente?',
  },
  rotateHelp: 'Una nuova chiave sostituisce quella attuale. I token firmati con la chiave attuale restano validi.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Token brevi e firma veloce. Consigliato.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bit. Per API che supportano solo RSA.' },
  },
  start: 'Inizio della firma',
  starts: {
    later: {
      name: 'Tra {{grace}}',
      help: 'La chiave viene pubblicata ora, così le applicazioni hanno il tempo di recuperarla.',
    },
    now: { name: 'Ora', help: 'Da usare se la chiave attuale può essere stata divulgata.' },
  },
  nowTitle: 'Alcune applicazioni possono rifiutare per un po’ i nuovi token',
  nowBody:
    'Le applicazioni tengono l’elenco delle chiavi nella cache fino a {{age}}, alcune di più. Finché non lo rileggono, rifiutano i token firmati con la nuova chiave. Per invalidare i token di una chiave divulgata, la elimini in seguito.',
  replacesTitle: 'Esiste già una chiave successiva',
  replacesBody:
    'Non ha ancora firmato nulla. La nuova chiave la sostituisce, e la chiave successiva esistente non viene mai usata.',
};
