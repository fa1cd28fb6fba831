import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Permita que as pessoas iniciem sessão no seu próprio domínio, por exemplo auth.example.com.',
  title: 'Domínios',
  help: 'As páginas de início de sessão, as ligações e os tokens utilizam o domínio quando um pedido chega por ele. O domínio predefinido continua válido.',
  add: 'Adicionar domínio',
  added: 'Domínio adicionado',
  addHelp: 'Depois de o adicionar, crie no fornecedor do seu domínio o registo DNS apresentado.',
  domain: 'Domínio',
  none: 'Ainda não há domínios personalizados.',
  deleted: 'Domínio eliminado',
  deleteWhat: 'Eliminar {{name}}',
  deleteTitle: 'Eliminar {{name}}?',
  deleteBody:
    'O domínio deixa de funcionar de imediato. As aplicações que o utilizam como endpoint deixam de poder iniciar sessões, e as chaves de acesso criadas nele já não podem ser utilizadas.',
  records: 'Registos DNS de {{name}}',
  columns: { type: 'Tipo', name: 'Nome', value: 'Valor' },
  copyName: 'Copiar nome',
  copyValue: 'Copiar valor',
  lastCheck: 'Última verificação: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'A aguardar o DNS',
      help: 'Crie este registo no fornecedor do seu domínio. Pode demorar algumas horas até ser visível em todo o lado.',
    },
    PendingSsl: {
      name: 'A aguardar o certificado',
      help: 'O registo DNS está correto. O certificado está a ser emitido.',
    },
    Active: {
      name: 'Ativo',
      help: 'As pessoas podem iniciar sessão neste domínio. Mantenha o registo: sem ele, o domínio deixa de funcionar.',
    },
    Error: {
      name: 'Não funciona',
      help: 'O domínio não está em serviço. Corrija o registo; o domínio volta a ficar ativo sozinho.',
    },
  },
  default: {
    title: 'Domínio predefinido',
    help: 'Funciona sempre, também ao lado de domínios personalizados.',
    endpoint: 'Endpoint',
  },
  shown: 'Domínio',
  shownHelp: 'Os endereços abaixo são mostrados para este domínio.',
  howTo: 'Como funcionam os domínios personalizados',
};
