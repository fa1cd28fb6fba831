import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Messaggi non inviati perché non è configurato alcun connettore. Disponibile solo fuori dalla produzione. I messaggi vengono conservati per un giorno.',
  emptyTitle: 'Ancora nessun messaggio',
  emptyBody:
    'Acceda, si registri o reimposti una password con un codice nella sua applicazione. Finché non è configurato un connettore, il messaggio appare qui in pochi secondi.',
  toConnectors: 'Configura un connettore',
  show: 'Mostra messaggio',
  hide: 'Nascondi messaggio',
  content: 'Messaggio a {{recipient}}',
  copyCode: 'Copia codice',
  copyLink: 'Copia link',
  openLink: 'Apri link',
  clear: 'Svuota la casella',
  clearTitle: 'Svuotare la casella dei messaggi?',
  clearBody: 'Tutti i messaggi vengono eliminati. I codici che contengono restano validi fino alla scadenza.',
  cleared: 'Casella dei messaggi svuotata',
};
