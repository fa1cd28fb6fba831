import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Chaves que assinam tokens e cookies. Faça a rotação regularmente, e imediatamente se alguma puder ter vazado.',
  rotate: 'Rotacionar',
  rotated: 'Rotação da chave concluída',
  deleted: 'Chave excluída',
  deleteWhat: 'Excluir a chave {{id}}',
  copyId: 'Copiar ID da chave',
  copyFingerprint: 'Copiar impressão digital',
  columns: {
    id: 'ID da chave',
    status: 'Status',
    algorithm: 'Algoritmo',
    fingerprint: 'Impressão digital SHA-256',
    created: 'Criada',
  },
  statuses: { Next: 'Próxima', Replaced: 'Substituída', Current: 'Atual', Previous: 'Anterior' },
  signs: 'começa a assinar {{when}}',
  replaced: 'nunca usada',
  companion: 'e {{algorithm}}',
  copyCompanionFingerprint: 'Copiar a impressão digital da chave {{algorithm}}',
  'private-keys': {
    title: 'Chaves privadas',
    help: 'Assinam tokens de ID e de acesso. Cada chave tem uma companheira para aplicativos que usam o outro algoritmo. Uma nova chave é publicada antes de assinar, para que os aplicativos possam buscá-la primeiro.',
    rotate: 'Rotacionar chaves privadas',
    deleteBodies: {
      Next: 'Esta chave ainda não assinou nada. A chave atual continua em uso.',
      Replaced: 'Esta chave não assinou nada. A próxima chave não é afetada.',
      Current:
        'Os tokens assinados por esta chave deixam de ser válidos. A mais recente das restantes passa a assinar.',
      Previous: 'Os tokens assinados por esta chave deixam de ser válidos, mesmo que não tenham expirado.',
    },
  },
  'cookie-keys': {
    title: 'Chaves de cookies',
    help: 'Assinam os cookies das páginas de login. Cookies assinados com a chave anterior continuam válidos, então as sessões continuam abertas.',
    rotate: 'Rotacionar chaves de cookies',
    rotateBody:
      'Novos cookies são assinados com uma nova chave. Cookies assinados com a chave atual continuam válidos. Pessoas cujos cookies foram assinados com uma chave mais antiga precisam entrar de novo.',
    deleteBodies: {
      Next: 'Esta chave ainda não assinou nada.',
      Replaced: 'Esta chave não assinou nada.',
      Current: 'Pessoas cuja sessão foi assinada com esta chave precisam entrar de novo.',
      Previous: 'Pessoas que não voltaram desde a rotação precisam entrar de novo.',
    },
  },
  deleteTitles: {
    Next: 'Excluir a próxima chave?',
    Replaced: 'Excluir a chave substituída?',
    Current: 'Excluir a chave atual?',
    Previous: 'Excluir a chave anterior?',
  },
  rotateHelp: 'Uma nova chave substitui a atual. Os tokens assinados com a chave atual continuam válidos.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Tokens curtos e assinatura rápida. Recomendado.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bits. Para APIs que só aceitam RSA.' },
  },
  start: 'Início da assinatura',
  starts: {
    later: {
      name: 'Em {{grace}}',
      help: 'A chave é publicada agora, para que os aplicativos tenham tempo de buscá-la.',
    },
    now: { name: 'Agora', help: 'Use se a chave atual puder ter vazado.' },
  },
  nowTitle: 'Alguns aplicativos podem recusar novos tokens por um tempo',
  nowBody:
    'Os aplicativos guardam a lista de chaves em cache por até {{age}}, alguns por mais tempo. Até buscá-la de novo, eles recusam tokens assinados com a nova chave. Para invalidar os tokens de uma chave vazada, exclua depois essa chave.',
  replacesTitle: 'Já existe uma próxima chave',
  replacesBody: 'Ela ainda não assinou nada. A nova chave a substitui, e a próxima chave existente nunca será usada.',
};
