import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Pessoas que podem iniciar sessão nesta consola e as suas funções.',
  help: 'Cada alteração desta lista fica no registo de auditoria.',
  roles: { admin: 'Administrador', reader: 'Só leitura' },
  roleHelp: {
    admin: 'Pode ver e alterar tudo, incluindo esta lista',
    reader: 'Pode ver tudo, exceto segredos, e não pode alterar nada',
  },
  roleNote: 'A sessão da pessoa é terminada e tem de voltar a iniciá-la.',
  invite: 'Convidar administrador',
  inviteHelp: 'Recebe uma ligação válida durante 72 horas que pode ser usada uma vez.',
  createLink: 'Criar ligação',
  link: 'Ligação do convite',
  linkSent: 'A ligação também foi enviada para {{email}}.',
  linkNotSent: 'Envie esta ligação para {{email}}. Não foi enviado nenhum e-mail.',
  once: 'A ligação só é mostrada agora. Quem a tiver pode criar a conta.',
  invitationsHelp: 'Ligações criadas para novos administradores.',
  remove: 'Remover',
  removeBody: 'A conta é eliminada e a pessoa perde o acesso de imediato. Os convites que enviou são revogados.',
  removeSelf: 'A sua conta é eliminada e a sessão é terminada. Precisa de um novo convite para voltar.',
  removed: 'Administrador removido',
};
