import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Complemento',
  addOnTitle: '{{what}}: cobrado além do seu plano',
  popular: 'Mais popular',
  includes: 'O que {{plan}} inclui',
  seePlans: 'Ver planos',
  notNow: 'Agora não',
  nothingToManage: 'Nada foi comprado para este locatário, então não há pagamento a gerenciar.',
  askAdministrator: 'Peça a um administrador deste locatário que altere o plano.',
  keys: {
    mauLimit: 'Usuários ativos mensais',
    tokenLimit: 'Tokens',
    applicationsLimit: 'Aplicativos',
    machineToMachineLimit: 'Aplicativos máquina a máquina',
    thirdPartyApplicationsLimit: 'Aplicativos de terceiros',
    samlApplicationsLimit: 'Aplicativos SAML',
    resourcesLimit: 'Recursos de API',
    scopesPerResourceLimit: 'Permissões por recurso de API',
    userRolesLimit: 'Funções para usuários',
    machineToMachineRolesLimit: 'Funções para aplicativos máquina a máquina',
    scopesPerRoleLimit: 'Permissões por função',
    socialConnectorsLimit: 'Conectores sociais',
    hooksLimit: 'Webhooks',
    organizationsLimit: 'Organizações',
    enterpriseSsoLimit: 'Conectores de SSO corporativo',
    tenantMembersLimit: 'Membros do locatário',
    auditLogsRetentionDays: 'Dias de logs de auditoria',
    mfaEnabled: 'Autenticação multifator',
    securityFeaturesEnabled: 'Recursos de segurança',
    customJwtEnabled: 'JWT personalizado',
    subjectTokenEnabled: 'Tokens de sujeito',
    bringYourUiEnabled: 'Interface personalizada',
    collectUserProfileEnabled: 'Coleta de perfis de usuário',
    idpInitiatedSsoEnabled: 'Login iniciado pelo provedor de identidade',
  },
  limits: {
    reached: '{{what}}: você atingiu o limite do seu plano ({{limit}}).',
    missing: '{{what}}: não incluído no seu plano.',
    unknown: 'Seu plano não permite isto.',
    development: 'Use um locatário de produção com um plano pago para ter mais.',
  },
  prices: {
    each: 'Seu plano inclui {{included}}. Cada unidade adicional custa {{price}} por mês.',
    flat: 'Custa {{price}} por mês, independentemente do uso.',
    billed: 'O uso acima do seu plano é somado à próxima fatura.',
  },
  ask: {
    title: 'Isto soma {{amount}} à sua fatura mensal',
    each_one:
      '{{what}}: seu plano inclui {{included}}, e você tem {{used}}. Mais {{count}} é cobrado a {{price}} por mês até que você o exclua.',
    each_many:
      '{{what}}: seu plano inclui {{included}}, e você tem {{used}}. Mais {{count}} são cobrados a {{price}} cada, {{amount}} por mês, até que você os exclua.',
    each_other:
      '{{what}}: seu plano inclui {{included}}, e você tem {{used}}. Mais {{count}} são cobrados a {{price}} cada, {{amount}} por mês, até que você os exclua.',
    members_one:
      '{{what}}: seu plano inclui {{included}}, e {{used}} já participam ou foram convidados. Mais {{count}} é cobrado a {{price}} por mês depois de aceitar o convite.',
    members_many:
      '{{what}}: seu plano inclui {{included}}, e {{used}} já participam ou foram convidados. Mais {{count}} são cobrados a {{price}} cada, {{amount}} por mês se todos aceitarem.',
    members_other:
      '{{what}}: seu plano inclui {{included}}, e {{used}} já participam ou foram convidados. Mais {{count}} são cobrados a {{price}} cada, {{amount}} por mês se todos aceitarem.',
    flat: '{{what}}: seu plano inclui {{included}}. Mais custam {{amount}} por mês no total, em qualquer quantidade.',
    confirm: 'Aceitar {{amount}} por mês',
  },
  whole: {
    title: '{{plan}} custa {{amount}} por mês com o uso atual',
    body: 'O plano é pago agora. Os complementos são cobrados após cada mês, enquanto estiverem em uso.',
    line: '{{what}}: {{amount}}',
    confirm: 'Continuar para o pagamento',
  },
  suspended: {
    title: 'Este locatário está suspenso',
    by: 'Um operador desta instalação o suspendeu.',
    because: 'Motivo: {{reason}}',
    body: 'As páginas de login e a API não estão disponíveis, e as configurações não podem ser alteradas.',
    next: 'Fale conosco para saber o motivo ou retomá-lo.',
    open: 'Fale conosco para retomá-lo.',
  },
  contact: {
    action: 'Fale conosco',
    title: 'Fale conosco',
    body: 'Respondemos em dias úteis.',
    ways: {
      chat: {
        title: 'Chat da comunidade',
        help: 'Pergunte à comunidade e aos desenvolvedores.',
        action: 'Entrar no chat',
      },
      issues: {
        title: 'Registro de problemas',
        help: 'Informe um erro ou peça um recurso.',
        action: 'Abrir um registro',
      },
      email: { title: 'E-mail', help: 'Para perguntas confidenciais.', action: 'Escrever um e-mail' },
      meeting: { title: 'Reunião', help: 'Converse conosco por 30 minutos.', action: 'Marcar uma reunião' },
    },
  },
  usage: {
    mauLimit: {
      title: 'Limite de usuários ativos mensais atingido',
      body: 'As pessoas que já estiveram ativas neste mês ainda podem entrar. As demais não podem entrar até o mês que vem ou até você escolher um plano maior.',
      notice: 'Limite de usuários ativos mensais do plano {{plan}} atingido',
    },
    tokenLimit: {
      title: 'Limite de tokens atingido',
      body: 'Nenhum token é emitido até o mês que vem ou até você escolher um plano maior.',
      notice: 'Limite de tokens do plano {{plan}} atingido',
    },
    agreed: 'Este é o limite acordado. Fale conosco para aumentá-lo.',
    amount: '{{used}} de {{limit}} neste mês.',
  },
  overdue: {
    title: 'Há um pagamento em atraso',
    body: '{{name}} tem faturas não pagas. Pague-as para evitar a suspensão do locatário.',
    bills_one: '{{count}} fatura não paga',
    bills_many: '{{count}} de faturas não pagas',
    bills_other: '{{count}} faturas não pagas',
    amount: 'Valor devido',
    sum: 'Total',
    pay: 'Pagar agora',
  },
  migration: {
    title: 'Os locatários de desenvolvimento mudaram',
    free: 'Eles são gratuitos, incluem quase todos os recursos de um plano pago e permitem até 100 usuários ativos mensais. Use um locatário de produção para seus clientes.',
    paid: 'Este locatário tem um plano pago, então agora é um locatário de produção. O login e os preços continuam iguais.',
    before: 'Este locatário tinha antes a etiqueta “{{tag}}”.',
  },
};
