import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Permita que as pessoas entrem no seu próprio domínio, por exemplo auth.example.com.',
  title: 'Domínios',
  help: 'As páginas de login, os links e os tokens usam o domínio quando uma solicitação chega por ele. O domínio padrão continua válido.',
  add: 'Adicionar domínio',
  added: 'Domínio adicionado',
  addHelp: 'Depois de adicioná-lo, crie no provedor do seu domínio o registro DNS mostrado.',
  domain: 'Domínio',
  none: 'Ainda não há domínios personalizados.',
  deleted: 'Domínio excluído',
  deleteWhat: 'Excluir {{name}}',
  deleteTitle: 'Excluir {{name}}?',
  deleteBody:
    'O domínio para de funcionar na hora. Os aplicativos que o usam como endpoint não conseguem mais fazer login, e as chaves de acesso criadas nele não podem mais ser usadas.',
  records: 'Registros DNS de {{name}}',
  columns: { type: 'Tipo', name: 'Nome', value: 'Valor' },
  copyName: 'Copiar nome',
  copyValue: 'Copiar valor',
  lastCheck: 'Última verificação: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'Aguardando DNS',
      help: 'Crie este registro no provedor do seu domínio. Pode levar algumas horas até que ele esteja visível em todos os lugares.',
    },
    PendingSsl: {
      name: 'Aguardando certificado',
      help: 'O registro DNS está correto. O certificado está sendo emitido.',
    },
    Active: {
      name: 'Ativo',
      help: 'As pessoas podem entrar neste domínio. Mantenha o registro: sem ele, o domínio deixa de funcionar.',
    },
    Error: {
      name: 'Não funciona',
      help: 'O domínio não está em serviço. Corrija o registro; o domínio volta a ficar ativo sozinho.',
    },
  },
  default: {
    title: 'Domínio padrão',
    help: 'Funciona sempre, também ao lado de domínios personalizados.',
    endpoint: 'Endpoint',
  },
  shown: 'Domínio',
  shownHelp: 'Os endereços abaixo são mostrados para este domínio.',
  howTo: 'Como funcionam os domínios personalizados',
};
