import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Faccia domande su Postern. Le risposte si basano sulla documentazione di questa versione, con link alle sue sezioni.',
  introPassages:
    'Faccia domande su Postern. Riceve le sezioni pertinenti della documentazione, perché non è configurato alcun modello linguistico.',
  examplesLabel: 'Esempi',
  examples: {
    connect: 'Come si collega un’app a pagina singola?',
    roles: 'Che differenza c’è tra ruoli e ruoli di organizzazione?',
    factors: 'Come si rende obbligatorio un secondo fattore?',
  },
  conversation: 'Conversazione',
  question: 'Domanda',
  placeholder: 'Come si fa a …',
  send: 'Chiedi',
  stop: 'Ferma',
  clear: 'Cancella la conversazione',
  copy: 'Copia la conversazione',
  help: 'Chiedi aiuto',
  ways: { docs: 'Pagina di aiuto', chat: 'Chat della community', issues: 'Segnalazioni', email: 'Contatto' },
  running: 'Ricerca nella documentazione …',
  stopped: 'Interrotto.',
  failed: 'Al momento non c’è una risposta. Queste sezioni possono essere utili; riprovi più tardi.',
  nothing: 'Nella documentazione non c’è nulla di pertinente. Usi altre parole o chieda aiuto con il pulsante in alto.',
  sources: 'Dalla documentazione',
  code: 'Codice',
  disclaimer: 'Le risposte sono scritte da un modello linguistico e possono essere errate. Non inserisca segreti.',
  disclaimerPassages: 'La sua domanda resta su questo server.',
};
