import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Permetta di accedere sul suo dominio, ad esempio auth.example.com.',
  title: 'Domini',
  help: 'Pagine di accesso, link e token usano il dominio quando una richiesta arriva tramite esso. Il dominio predefinito resta valido.',
  add: 'Aggiungi dominio',
  added: 'Dominio aggiunto',
  addHelp: 'Dopo l’aggiunta, crei il record DNS mostrato presso il provider del suo dominio.',
  domain: 'Dominio',
  none: 'Ancora nessun dominio personalizzato.',
  deleted: 'Dominio eliminato',
  deleteWhat: 'Elimina {{name}}',
  deleteTitle: 'Eliminare {{name}}?',
  deleteBody:
    'Il dominio smette subito di funzionare. Le applicazioni che lo usano come endpoint non possono più far accedere le persone, e le passkey create su di esso non possono più essere usate.',
  records: 'Record DNS di {{name}}',
  columns: { type: 'Tipo', name: 'Nome', value: 'Valore' },
  copyName: 'Copia nome',
  copyValue: 'Copia valore',
  lastCheck: 'Ultimo controllo: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'In attesa del DNS',
      help: 'Crei questo record presso il provider del suo dominio. Possono passare alcune ore prima che sia visibile ovunque.',
    },
    PendingSsl: {
      name: 'In attesa del certificato',
      help: 'Il record DNS è corretto. Il certificato è in corso di emissione.',
    },
    Active: {
      name: 'Attivo',
      help: 'Su questo dominio è possibile accedere. Mantenga il record: senza di esso il dominio non viene più servito.',
    },
    Error: {
      name: 'Non funziona',
      help: 'Il dominio non viene servito. Corregga il record; il dominio torna attivo da solo.',
    },
  },
  default: {
    title: 'Dominio predefinito',
    help: 'Funziona sempre, anche accanto ai domini personalizzati.',
    endpoint: 'Endpoint',
  },
  shown: 'Dominio',
  shownHelp: 'Gli indirizzi qui sotto sono mostrati per questo dominio.',
  howTo: 'Come funzionano i domini personalizzati',
};
