import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Ir para a consola',
  others: 'Os seus outros inquilinos',
  removed: {
    title: 'Já não é membro de {{tenant}}',
    by: '{{by}} retirou-lhe o acesso a este inquilino.',
    body: 'Um operador retirou-lhe o acesso a este inquilino.',
  },
  deleted: {
    title: '{{tenant}} foi eliminado',
    by: '{{by}} eliminou este inquilino.',
    body: 'Um operador eliminou este inquilino.',
  },
  role: {
    admin: 'É agora administrador de {{tenant}}.',
    adminBy: '{{by}} deu-lhe a função de administrador de {{tenant}}.',
    billing: 'Agora gere a faturação de {{tenant}}.',
    billingBy: '{{by}} entregou-lhe a faturação de {{tenant}}.',
    collaborator: 'É agora colaborador em {{tenant}}.',
    collaboratorBy: '{{by}} deu-lhe a função de colaborador em {{tenant}}.',
    other: 'A sua função em {{tenant}} é agora “{{role}}”.',
    otherBy: '{{by}} mudou a sua função em {{tenant}} para “{{role}}”.',
  },
  suspended: 'Um operador suspendeu {{tenant}}.',
  suspendedBecause: 'Um operador suspendeu {{tenant}}. Motivo: {{reason}}',
  resumed: '{{tenant}} está novamente ativo.',
  account: {
    title: 'A sua conta está suspensa',
    by: '{{by}} suspendeu a sua conta. A sua sessão foi terminada.',
    body: 'Um operador suspendeu a sua conta. A sua sessão foi terminada.',
    other: 'Iniciar sessão com outra conta',
  },
};
