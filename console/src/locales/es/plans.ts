import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Complemento',
  addOnTitle: '{{what}}: se factura además de su plan',
  popular: 'El más popular',
  includes: 'Lo que incluye {{plan}}',
  seePlans: 'Ver planes',
  notNow: 'Ahora no',
  nothingToManage: 'No se ha comprado nada para este inquilino, así que no hay ningún pago que gestionar.',
  askAdministrator: 'Pida a un administrador de este inquilino que cambie su plan.',
  keys: {
    mauLimit: 'Usuarios activos mensuales',
    tokenLimit: 'Tokens',
    applicationsLimit: 'Aplicaciones',
    machineToMachineLimit: 'Aplicaciones de máquina a máquina',
    thirdPartyApplicationsLimit: 'Aplicaciones de terceros',
    samlApplicationsLimit: 'Aplicaciones SAML',
    resourcesLimit: 'Recursos de API',
    scopesPerResourceLimit: 'Permisos por recurso de API',
    userRolesLimit: 'Roles para usuarios',
    machineToMachineRolesLimit: 'Roles para aplicaciones de máquina a máquina',
    scopesPerRoleLimit: 'Permisos por rol',
    socialConnectorsLimit: 'Conectores sociales',
    hooksLimit: 'Webhooks',
    organizationsLimit: 'Organizaciones',
    enterpriseSsoLimit: 'Conectores de SSO empresarial',
    tenantMembersLimit: 'Miembros del inquilino',
    auditLogsRetentionDays: 'Días de registro de auditoría',
    mfaEnabled: 'Autenticación multifactor',
    securityFeaturesEnabled: 'Funciones de seguridad',
    customJwtEnabled: 'JWT personalizado',
    subjectTokenEnabled: 'Tokens de sujeto',
    bringYourUiEnabled: 'Interfaz personalizada',
    collectUserProfileEnabled: 'Recogida de perfiles de usuario',
    idpInitiatedSsoEnabled: 'Inicio de sesión iniciado por el proveedor de identidad',
  },
  limits: {
    reached: '{{what}}: ha alcanzado el límite de su plan ({{limit}}).',
    missing: '{{what}}: no está incluido en su plan.',
    unknown: 'Su plan no permite esto.',
    development: 'Use un inquilino de producción con un plan de pago para tener más.',
  },
  prices: {
    each: 'Su plan incluye {{included}}. Cada unidad adicional cuesta {{price}} al mes.',
    flat: 'Cuesta {{price}} al mes, independientemente del uso.',
    billed: 'Lo que supere su plan se añade a su próxima factura.',
  },
  ask: {
    title: 'Esto añade {{amount}} a su factura mensual',
    each_one:
      '{{what}}: su plan incluye {{included}} y usted tiene {{used}}. {{count}} más se factura a {{price}} al mes hasta que se elimine.',
    each_many:
      '{{what}}: su plan incluye {{included}} y usted tiene {{used}}. {{count}} más se facturan a {{price}} cada uno, {{amount}} al mes, hasta que se eliminen.',
    each_other:
      '{{what}}: su plan incluye {{included}} y usted tiene {{used}}. {{count}} más se facturan a {{price}} cada uno, {{amount}} al mes, hasta que se eliminen.',
    members_one:
      '{{what}}: su plan incluye {{included}}, y {{used}} ya pertenecen o tienen invitación. {{count}} más se factura a {{price}} al mes cuando acepte la invitación.',
    members_many:
      '{{what}}: su plan incluye {{included}}, y {{used}} ya pertenecen o tienen invitación. {{count}} más se facturan a {{price}} cada uno, {{amount}} al mes si todos aceptan.',
    members_other:
      '{{what}}: su plan incluye {{included}}, y {{used}} ya pertenecen o tienen invitación. {{count}} más se facturan a {{price}} cada uno, {{amount}} al mes si todos aceptan.',
    flat: '{{what}}: su plan incluye {{included}}. Más cuestan {{amount}} al mes en total, sea cual sea el número.',
    confirm: 'Aceptar {{amount}} al mes',
  },
  suspended: {
    title: 'Este inquilino está suspendido',
    by: 'Lo ha suspendido un operador de esta instalación.',
    because: 'Motivo: {{reason}}',
    body: 'Sus páginas de inicio de sesión y su API no están disponibles, y sus ajustes no se pueden cambiar.',
    next: 'Contáctenos para saber el motivo o para reanudarlo.',
    open: 'Contáctenos para reanudarlo.',
  },
  contact: {
    action: 'Contáctenos',
    title: 'Contáctenos',
    body: 'Respondemos en días laborables.',
    ways: {
      chat: {
        title: 'Chat de la comunidad',
        help: 'Pregunte a la comunidad y a los desarrolladores.',
        action: 'Entrar en el chat',
      },
      issues: { title: 'Incidencias', help: 'Informe de un error o pida una función.', action: 'Abrir una incidencia' },
      email: { title: 'Correo', help: 'Para preguntas confidenciales.', action: 'Escribir un correo' },
      meeting: { title: 'Reunión', help: 'Hable con nosotros durante 30 minutos.', action: 'Reservar una reunión' },
    },
  },
  usage: {
    mauLimit: {
      title: 'Límite de usuarios activos mensuales alcanzado',
      body: 'Las personas que ya estuvieron activas este mes pueden seguir iniciando sesión. Las demás no podrán hasta el mes que viene o hasta que usted elija un plan mayor.',
      notice: 'Límite de usuarios activos mensuales del plan {{plan}} alcanzado',
    },
    tokenLimit: {
      title: 'Límite de tokens alcanzado',
      body: 'No se emiten tokens hasta el mes que viene o hasta que elija un plan mayor.',
      notice: 'Límite de tokens del plan {{plan}} alcanzado',
    },
    agreed: 'Este es su límite acordado. Contáctenos para subirlo.',
    amount: '{{used}} de {{limit}} este mes.',
  },
  overdue: {
    title: 'Hay un pago atrasado',
    body: '{{name}} tiene facturas sin pagar. Páguelas para evitar la suspensión del inquilino.',
    bills_one: '{{count}} factura sin pagar',
    bills_many: '{{count}} de facturas sin pagar',
    bills_other: '{{count}} facturas sin pagar',
    amount: 'Importe pendiente',
    sum: 'Total',
    pay: 'Pagar ahora',
  },
  migration: {
    title: 'Los inquilinos de desarrollo han cambiado',
    free: 'Son gratuitos, incluyen casi todas las funciones de un plan de pago y permiten hasta 100 usuarios activos mensuales. Use un inquilino de producción para sus clientes.',
    paid: 'Este inquilino tiene un plan de pago, así que ahora es un inquilino de producción. El inicio de sesión y los precios no cambian.',
    before: 'Este inquilino llevaba antes la etiqueta «{{tag}}».',
  },
};
