import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Pessoas que podem entrar neste console e suas funções.',
  help: 'Cada alteração desta lista é registrada nos logs de auditoria.',
  roles: { admin: 'Administrador', reader: 'Somente leitura' },
  roleHelp: {
    admin: 'Pode ver e alterar tudo, incluindo esta lista',
    reader: 'Pode ver tudo, exceto segredos, e não pode alterar nada',
  },
  roleNote: 'A pessoa é desconectada e precisa entrar novamente.',
  invite: 'Convidar administrador',
  inviteHelp: 'Você recebe um link válido por 72 horas que pode ser usado uma vez.',
  createLink: 'Criar link',
  link: 'Link do convite',
  linkSent: 'O link também foi enviado para {{email}}.',
  linkNotSent: 'Envie este link para {{email}}. Nenhum e-mail foi enviado.',
  once: 'O link é mostrado somente agora. Quem o tiver pode criar a conta.',
  invitationsHelp: 'Links criados para novos administradores.',
  remove: 'Remover',
  removeBody: 'A conta é excluída e a pessoa perde o acesso imediatamente. Os convites que ela enviou são revogados.',
  removeSelf: 'Sua conta é excluída e você é desconectado. Você precisa de um novo convite para voltar.',
  removed: 'Administrador removido',
};
