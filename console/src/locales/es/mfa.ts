import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Un segundo paso después del primer método de inicio de sesión, para que una contraseña robada no baste.',
  factors: {
    title: 'Factores',
    help: 'Lo que las personas pueden configurar como segundo paso. Las páginas de inicio de sesión los muestran en este orden.',
    names: {
      WebAuthn: 'Llave de acceso',
      Totp: 'Aplicación de autenticación',
      PhoneVerificationCode: 'Código por SMS',
      EmailVerificationCode: 'Código por correo',
      BackupCode: 'Códigos de respaldo',
    },
    about: {
      WebAuthn: 'Huella, rostro, bloqueo de pantalla o llave de seguridad. Protege contra el phishing.',
      Totp: 'Códigos de un solo uso de una aplicación como Google Authenticator o 1Password.',
      PhoneVerificationCode:
        'Un código enviado al número de teléfono de la cuenta. Es menos seguro que una aplicación o una llave de acceso, así que ofrezca también una de ellas.',
      EmailVerificationCode: 'Un código enviado al correo electrónico de la cuenta.',
      BackupCode: 'Diez códigos para cuando no hay otro factor a mano. Cada uno sirve una sola vez.',
    },
    clash: {
      email: 'No disponible, porque se inicia sesión con códigos por correo.',
      phone: 'No disponible, porque se inicia sesión con códigos por SMS.',
    },
    openMethods: 'Cambiar los métodos de inicio de sesión',
  },
  problems: {
    alone: 'Los códigos de respaldo necesitan otro factor. Active al menos uno más.',
    email:
      'Se inicia sesión con códigos por correo, así que no pueden ser un segundo factor. Desactive «Código por correo».',
    phone: 'Se inicia sesión con códigos por SMS, así que no pueden ser un segundo factor. Desactive «Código por SMS».',
  },
  policy: {
    title: 'Política',
    help: 'Cuándo se pide configurar un factor. A quienes ya tienen uno se les pide en cada inicio de sesión, salvo en dispositivos de confianza.',
    noFactors: 'Active un factor para elegir una política.',
    require: 'Exigir un segundo factor',
    requireOn: 'Quienes no tienen un factor deben configurar uno para terminar de iniciar sesión o registrarse.',
    requireOff: 'Si está desactivado, se puede iniciar sesión sin un segundo factor.',
    prompt: 'Proponer la configuración de un factor',
    prompts: {
      PromptAtSignInAndSignUp: 'Al iniciar sesión y al registrarse',
      PromptOnlyAtSignIn: 'Solo al iniciar sesión',
      NoPrompt: 'No proponer',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'A quienes no tienen un factor se les ofrece uno al registrarse o iniciar sesión. Pueden omitirlo.',
      PromptOnlyAtSignIn:
        'A quienes no tienen un factor se les ofrece uno al iniciar sesión, pero no mientras crean la cuenta. Pueden omitirlo.',
      NoPrompt: 'Las páginas de inicio de sesión no ofrecen factores. Se pueden configurar en el centro de cuentas.',
    },
    organizations: 'Miembros de organizaciones que exigen un segundo factor',
    organizationPolicies: {
      NoPrompt: 'Seguir la política anterior',
      Mandatory: 'Deben configurar uno para iniciar sesión',
    },
    organizationsHelp: {
      NoPrompt: 'Pueden iniciar sesión sin un factor, pero no obtienen tokens para esas organizaciones.',
      Mandatory: 'Los miembros de al menos una de esas organizaciones no pueden omitir la configuración.',
      All: 'Todos necesitan un segundo factor, también los miembros de organizaciones.',
    },
  },
  trusted: {
    title: 'Dispositivos de confianza',
    help: 'Después de verificar un segundo factor, las personas pueden elegir que no se les pida en ese navegador durante un tiempo.',
    enabled: 'Ofrecer confiar en un dispositivo',
    enabledHelp:
      'Las aplicaciones, las organizaciones y los inicios de sesión de riesgo que exigen un factor lo siguen pidiendo. Una contraseña nueva, un restablecimiento de los factores o cerrar sesión en todas partes termina la confianza.',
    noFactors: 'Se aplica en cuanto se active un factor.',
    days: 'Preguntar de nuevo tras',
    daysHelp: 'Un plazo más corto también se aplica a los dispositivos que ya son de confianza.',
    unit: 'días',
    daysWrong: 'Use un número entero de 1 a {{max}}.',
  },
  passkeys: {
    title: 'Inicio de sesión con llave de acceso',
    help: 'Inicio de sesión solo con una llave de acceso, sin contraseña ni código. También cuenta como segundo factor.',
    enabled: 'Permitir iniciar sesión con una llave de acceso',
    enabledHelp: 'Después de iniciar sesión con una contraseña o un código, se ofrece crear una llave de acceso.',
    button: 'Mostrar un botón en la página de inicio de sesión',
    buttonHelp: 'Las personas eligen «Iniciar sesión con una llave de acceso» en lugar de introducir un identificador.',
    autofill: 'Sugerir llaves de acceso en el campo del identificador',
    autofillHelp: 'Los navegadores que lo admiten muestran las llaves de acceso como contraseñas guardadas.',
  },
};
