import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Chaves que assinam tokens e cookies. Rode-as regularmente, e de imediato se alguma puder ter sido divulgada.',
  rotate: 'Rodar',
  rotated: 'Rotação da chave concluída',
  deleted: 'Chave eliminada',
  deleteWhat: 'Eliminar a chave {{id}}',
  copyId: 'Copiar ID da chave',
  copyFingerprint: 'Copiar impressão digital',
  columns: {
    id: 'ID da chave',
    status: 'Estado',
    algorithm: 'Algoritmo',
    fingerprint: 'Impressão digital SHA-256',
    created: 'Criada',
  },
  statuses: { Next: 'Seguinte', Replaced: 'Substituída', Current: 'Atual', Previous: 'Anterior' },
  signs: 'começa a assinar {{when}}',
  replaced: 'nunca utilizada',
  companion: 'e {{algorithm}}',
  copyCompanionFingerprint: 'Copiar a impressão digital da chave {{algorithm}}',
  'private-keys': {
    title: 'Chaves privadas',
    help: 'Assinam tokens de ID e de acesso. Cada chave tem uma companheira para aplicações que utilizam o outro algoritmo. Uma nova chave é publicada antes de assinar, para que as aplicações a possam obter primeiro.',
    rotate: 'Rodar chaves privadas',
    deleteBodies: {
      Next: 'Esta chave ainda não assinou nada. A chave atual continua em utilização.',
      Replaced: 'Esta chave não assinou nada. A chave seguinte não é afetada.',
      Current:
        'Os tokens assinados por esta chave deixam de ser válidos. Passa a assinar a mais recente das restantes.',
      Previous: 'Os tokens assinados por esta chave deixam de ser válidos, mesmo que não tenham expirado.',
    },
  },
  'cookie-keys': {
    title: 'Chaves de cookies',
    help: 'Assinam os cookies das páginas de início de sessão. Os cookies assinados com a chave anterior continuam válidos, por isso as sessões continuam abertas.',
    rotate: 'Rodar chaves de cookies',
    rotateBody:
      'Os novos cookies são assinados com uma nova chave. Os assinados com a chave atual continuam válidos. As pessoas cujos cookies foram assinados com uma chave mais antiga têm de iniciar sessão de novo.',
    deleteBodies: {
      Next: 'Esta chave ainda não assinou nada.',
      Replaced: 'Esta chave não assinou nada.',
      Current: 'As pessoas cuja sessão foi assinada com esta chave têm de iniciar sessão de novo.',
      Previous: 'As pessoas que não voltaram desde a rotação têm de iniciar sessão de novo.',
    },
  },
  deleteTitles: {
    Next: 'Eliminar a chave seguinte?',
    Replaced: 'Eliminar a chave substituída?',
    Current: 'Eliminar a chave atual?',
    Previous: 'Eliminar a chave anterior?',
  },
  rotateHelp: 'Uma nova chave substitui a atual. Os tokens assinados com a chave atual continuam válidos.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Tokens curtos e assinatura rápida. Recomendado.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bits. Para API que só suportam RSA.' },
  },
  start: 'Início da assinatura',
  starts: {
    later: {
      name: 'Dentro de {{grace}}',
      help: 'A chave é publicada agora, para que as aplicações tenham tempo de a obter.',
    },
    now: { name: 'Agora', help: 'Utilize se a chave atual puder ter sido divulgada.' },
  },
  nowTitle: 'Algumas aplicações podem recusar novos tokens durante algum tempo',
  nowBody:
    'As aplicações guardam a lista de chaves em cache até {{age}}, algumas durante mais tempo. Até a obterem de novo, recusam os tokens assinados com a nova chave. Para invalidar os tokens de uma chave divulgada, elimine depois essa chave.',
  replacesTitle: 'Já existe uma chave seguinte',
  replacesBody: 'Ainda não assinou nada. A nova chave substitui-a, e a chave seguinte existente nunca será utilizada.',
};
