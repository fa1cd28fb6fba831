import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Ir para o console',
  others: 'Seus outros locatários',
  removed: {
    title: 'Você não é mais membro de {{tenant}}',
    by: '{{by}} removeu você deste locatário.',
    body: 'Um operador removeu você deste locatário.',
  },
  deleted: {
    title: '{{tenant}} foi excluído',
    by: '{{by}} excluiu este locatário.',
    body: 'Um operador excluiu este locatário.',
  },
  role: {
    admin: 'Agora você é administrador de {{tenant}}.',
    adminBy: '{{by}} tornou você administrador de {{tenant}}.',
    billing: 'Agora você gerencia a cobrança de {{tenant}}.',
    billingBy: '{{by}} deixou a cobrança de {{tenant}} com você.',
    collaborator: 'Agora você é colaborador em {{tenant}}.',
    collaboratorBy: '{{by}} tornou você colaborador em {{tenant}}.',
    other: 'Sua função em {{tenant}} agora é “{{role}}”.',
    otherBy: '{{by}} mudou sua função em {{tenant}} para “{{role}}”.',
  },
  suspended: 'Um operador suspendeu {{tenant}}.',
  suspendedBecause: 'Um operador suspendeu {{tenant}}. Motivo: {{reason}}',
  resumed: '{{tenant}} está ativo de novo.',
  account: {
    title: 'Sua conta está suspensa',
    by: '{{by}} suspendeu sua conta. Sua sessão foi encerrada.',
    body: 'Um operador suspendeu sua conta. Sua sessão foi encerrada.',
    other: 'Entrar com outra conta',
  },
};
