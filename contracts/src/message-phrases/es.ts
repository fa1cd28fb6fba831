import type { MessageWords } from './en.ts';

export const es: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Inicie sesión en {{app}}',
      code: '{{code}} es su código para iniciar sesión en {{app}}',
      action: 'Iniciar sesión',
    },
    Register: {
      title: 'Cree su cuenta en {{app}}',
      code: '{{code}} es su código para crear una cuenta en {{app}}',
      action: 'Crear cuenta',
    },
    ForgotPassword: {
      title: 'Elija una contraseña nueva para {{app}}',
      code: '{{code}} es su código para cambiar la contraseña en {{app}}',
      action: 'Elegir contraseña',
    },
    OrganizationInvitation: {
      title: 'Tiene una invitación a {{app}}',
      code: '{{code}} es su código para aceptar la invitación a {{app}}',
      action: 'Aceptar la invitación',
    },
    Generic: {
      title: 'Confirme en {{app}} que es usted',
      code: '{{code}} es su código para {{app}}',
      action: 'Confirmar',
    },
    UserPermissionValidation: {
      title: 'Confirme un cambio en su cuenta de {{app}}',
      code: '{{code}} es su código para confirmar un cambio en {{app}}',
      action: 'Confirmar el cambio',
    },
    BindNewIdentifier: {
      title: 'Confirme su correo electrónico para {{app}}',
      code: '{{code}} es su código para confirmar su correo electrónico en {{app}}',
      action: 'Confirmar el correo',
    },
    BindNewPhone: {
      title: 'Confirme su número de teléfono para {{app}}',
      code: '{{code}} es su código para confirmar su teléfono en {{app}}',
      action: 'Confirmar el teléfono',
    },
    MfaVerification: {
      title: 'Termine de iniciar sesión en {{app}}',
      code: '{{code}} es su código para terminar de entrar en {{app}}',
      action: 'Terminar',
    },
    BindMfa: {
      title: 'Configure la verificación en dos pasos para {{app}}',
      code: '{{code}} es su código para la verificación en dos pasos de {{app}}',
      action: 'Configurar',
    },
  },
  code: {
    lead: 'Introduzca este código en la página que lo pide. Es válido durante {{minutes}} minutos.',
    orLink: 'O continúe con este enlace, preferiblemente en el navegador en el que empezó.',
  },
  link: {
    lead: 'Use este enlace para continuar.',
    copy: 'Si el botón no funciona, abra este enlace en su navegador:',
  },
  ignore: 'Si no ha solicitado este mensaje, puede ignorarlo. No se lo reenvíe a nadie.',
  notices: {
    changed: 'Se ha cambiado su cuenta de {{app}}',
    deleted: 'Se ha eliminado su cuenta de {{app}}',
    exported: 'Se han exportado sus datos de {{app}}',
    what: {
      password: 'Se ha cambiado la contraseña de su cuenta.',
      email: 'Se ha cambiado el correo electrónico de su cuenta.',
      phone: 'Se ha cambiado el número de teléfono de su cuenta.',
      identities: 'Se han cambiado las cuentas vinculadas a su cuenta.',
      mfa: 'Se ha cambiado la verificación en dos pasos de su cuenta.',
      export: 'Se ha descargado una copia de todos los datos de su cuenta.',
      deletion: 'Se ha eliminado su cuenta con todo su contenido, como se solicitó en la página de la cuenta.',
    },
    warning: 'Si no fue usted, póngase en contacto de inmediato con los responsables de la aplicación.',
    undo: 'Si no fue usted, deshaga el cambio en un plazo de {{hours}} horas:',
    undoAction: 'Deshacer el cambio',
  },
  newDevice: {
    title: 'Nuevo inicio de sesión en su cuenta de {{app}}',
    what: 'Alguien inició sesión en su cuenta con un dispositivo que no se había usado antes: {{device}}, {{time}}, dirección de red {{ip}}.',
    advice:
      'Si fue usted, ignore este mensaje. De lo contrario, cierre la sesión de ese dispositivo en un plazo de {{days}} días:',
    action: 'No fui yo',
    unknown: 'dispositivo desconocido',
  },
  signInRequest: {
    title: 'Apruebe un inicio de sesión en {{app}}',
    lead: 'Alguien empezó un inicio de sesión en {{app}} con su cuenta. Si fue usted, abra esta página y apruébelo en {{minutes}} minutos. Si no, rechácelo allí:',
    action: 'Ver la solicitud',
  },
  invitation: {
    subject: 'Invitación a {{tenant}} en {{product}}',
    lead: '{{inviter}} le invita a unirse a «{{tenant}}» en {{product}}.',
    accept: 'Aceptar la invitación',
    until: 'La invitación es válida hasta el {{expiresAt}}.',
    ignore:
      'Si no conoce a la persona que le invita, puede ignorar este mensaje. No reenvíe el enlace: demuestra que el correo electrónico es suyo.',
  },
};
