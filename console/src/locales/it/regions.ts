import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'La regione {{region}} non è raggiungibile',
    body: 'I dati di {{tenant}} sono in questa regione, che non risponde. Nessun dato è andato perso.',
    wait: 'Questa pagina si ricarica automaticamente quando la regione è disponibile. I suoi tenant in altre regioni non sono interessati.',
    still: 'Ancora nessuna risposta. Questa pagina si ricarica automaticamente quando la regione è disponibile.',
  },
};
