import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Complemento',
  addOnTitle: '{{what}}: faturado além do seu plano',
  popular: 'Mais popular',
  includes: 'O que inclui {{plan}}',
  seePlans: 'Ver planos',
  notNow: 'Agora não',
  nothingToManage: 'Não foi comprado nada para este inquilino, por isso não há nenhum pagamento a gerir.',
  askAdministrator: 'Peça a um administrador deste inquilino que altere o plano.',
  keys: {
    mauLimit: 'Utilizadores ativos mensais',
    tokenLimit: 'Tokens',
    applicationsLimit: 'Aplicações',
    machineToMachineLimit: 'Aplicações máquina a máquina',
    thirdPartyApplicationsLimit: 'Aplicações de terceiros',
    samlApplicationsLimit: 'Aplicações SAML',
    resourcesLimit: 'Recursos de API',
    scopesPerResourceLimit: 'Permissões por recurso de API',
    userRolesLimit: 'Funções para utilizadores',
    machineToMachineRolesLimit: 'Funções para aplicações máquina a máquina',
    scopesPerRoleLimit: 'Permissões por função',
    socialConnectorsLimit: 'Conectores sociais',
    hooksLimit: 'Webhooks',
    organizationsLimit: 'Organizações',
    enterpriseSsoLimit: 'Conectores de SSO empresarial',
    tenantMembersLimit: 'Membros do inquilino',
    auditLogsRetentionDays: 'Dias de registo de auditoria',
    mfaEnabled: 'Autenticação multifator',
    securityFeaturesEnabled: 'Funcionalidades de segurança',
    customJwtEnabled: 'JWT personalizado',
    subjectTokenEnabled: 'Tokens de sujeito',
    bringYourUiEnabled: 'Interface personalizada',
    collectUserProfileEnabled: 'Recolha de perfis de utilizador',
    idpInitiatedSsoEnabled: 'Início de sessão iniciado pelo fornecedor de identidade',
  },
  limits: {
    reached: '{{what}}: atingiu o limite do seu plano ({{limit}}).',
    missing: '{{what}}: não incluído no seu plano.',
    unknown: 'O seu plano não permite isto.',
    development: 'Utilize um inquilino de produção com um plano pago para ter mais.',
  },
  prices: {
    each: 'O seu plano inclui {{included}}. Cada unidade adicional custa {{price}} por mês.',
    flat: 'Custa {{price}} por mês, independentemente da utilização.',
    billed: 'A utilização acima do seu plano é somada à próxima fatura.',
  },
  ask: {
    title: 'Isto soma {{amount}} à sua fatura mensal',
    each_one:
      '{{what}}: o seu plano inclui {{included}}, e tem {{used}}. Mais {{count}} é faturado a {{price}} por mês até o eliminar.',
    each_many:
      '{{what}}: o seu plano inclui {{included}}, e tem {{used}}. Mais {{count}} são faturados a {{price}} cada, {{amount}} por mês, até os eliminar.',
    each_other:
      '{{what}}: o seu plano inclui {{included}}, e tem {{used}}. Mais {{count}} são faturados a {{price}} cada, {{amount}} por mês, até os eliminar.',
    members_one:
      '{{what}}: o seu plano inclui {{included}}, e {{used}} já aderiram ou têm convite. Mais {{count}} é faturado a {{price}} por mês depois de aceitar o convite.',
    members_many:
      '{{what}}: o seu plano inclui {{included}}, e {{used}} já aderiram ou têm convite. Mais {{count}} são faturados a {{price}} cada, {{amount}} por mês se todos aceitarem.',
    members_other:
      '{{what}}: o seu plano inclui {{included}}, e {{used}} já aderiram ou têm convite. Mais {{count}} são faturados a {{price}} cada, {{amount}} por mês se todos aceitarem.',
    flat: '{{what}}: o seu plano inclui {{included}}. Mais custam {{amount}} por mês no total, seja qual for o número.',
    confirm: 'Aceitar {{amount}} por mês',
  },
  whole: {
    title: '{{plan}} custa {{amount}} por mês com a utilização atual',
    body: 'O plano é pago agora. Os suplementos são faturados após cada mês, enquanto forem utilizados.',
    line: '{{what}}: {{amount}}',
    confirm: 'Continuar para o pagamento',
  },
  suspended: {
    title: 'Este inquilino está suspenso',
    by: 'Foi suspenso por um operador desta instalação.',
    because: 'Motivo: {{reason}}',
    body: 'As páginas de início de sessão e a API não estão disponíveis, e as definições não podem ser alteradas.',
    next: 'Contacte-nos para saber o motivo ou para o retomar.',
    open: 'Contacte-nos para o retomar.',
  },
  contact: {
    action: 'Contacte-nos',
    title: 'Contacte-nos',
    body: 'Respondemos em dias úteis.',
    ways: {
      chat: {
        title: 'Chat da comunidade',
        help: 'Pergunte à comunidade e aos programadores.',
        action: 'Entrar no chat',
      },
      issues: {
        title: 'Registo de problemas',
        help: 'Comunique um erro ou peça uma funcionalidade.',
        action: 'Abrir um registo',
      },
      email: { title: 'E-mail', help: 'Para perguntas confidenciais.', action: 'Escrever um e-mail' },
      meeting: { title: 'Reunião', help: 'Fale connosco durante 30 minutos.', action: 'Marcar uma reunião' },
    },
  },
  usage: {
    mauLimit: {
      title: 'Limite de utilizadores ativos mensais atingido',
      body: 'As pessoas que já estiveram ativas este mês ainda podem iniciar sessão. As restantes não podem até ao próximo mês ou até escolher um plano maior.',
      notice: 'Limite de utilizadores ativos mensais do plano {{plan}} atingido',
    },
    tokenLimit: {
      title: 'Limite de tokens atingido',
      body: 'Não são emitidos tokens até ao próximo mês ou até escolher um plano maior.',
      notice: 'Limite de tokens do plano {{plan}} atingido',
    },
    agreed: 'Este é o limite acordado. Contacte-nos para o aumentar.',
    amount: '{{used}} de {{limit}} este mês.',
  },
  overdue: {
    title: 'Há um pagamento em atraso',
    body: '{{name}} tem faturas por pagar. Pague-as para evitar a suspensão do inquilino.',
    bills_one: '{{count}} fatura por pagar',
    bills_many: '{{count}} de faturas por pagar',
    bills_other: '{{count}} faturas por pagar',
    amount: 'Montante em dívida',
    sum: 'Total',
    pay: 'Pagar agora',
  },
  migration: {
    title: 'Os inquilinos de desenvolvimento mudaram',
    free: 'São gratuitos, incluem quase todas as funcionalidades de um plano pago e permitem até 100 utilizadores ativos mensais. Utilize um inquilino de produção para os seus clientes.',
    paid: 'Este inquilino tem um plano pago, por isso é agora um inquilino de produção. O início de sessão e os preços não mudam.',
    before: 'Este inquilino tinha antes a etiqueta “{{tag}}”.',
  },
};
