import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Centro de cuentas',
  help: 'Permita que las personas vean y cambien las partes de su cuenta que usted decida, en las páginas de cuenta integradas o en sus aplicaciones mediante la API de cuenta.',
  enabled: 'Activar la API de cuenta',
  enabledHelp:
    'Si está desactivada, la API de cuenta no está disponible. Al desactivarla y guardar, todos los campos siguientes pasan a «Desactivado».',
  pages: 'Páginas de cuenta',
  access: { Off: 'Desactivado', Edit: 'Editar', ReadOnly: 'Solo lectura' },
  accessOf: 'Acceso a: {{field}}',
  security: {
    title: 'Seguridad de la cuenta',
    help: 'Las personas verifican su identidad antes de cambiar cualquiera de estos datos.',
  },
  identifiers: 'Identificadores',
  authentication: 'Autenticación',
  profile: {
    title: 'Perfil del usuario',
    help: 'Datos personales y datos que sus aplicaciones guardan sobre la persona.',
  },
  fields: {
    email: 'Correo electrónico',
    phone: 'Número de teléfono',
    social: 'Cuentas sociales',
    password: 'Contraseña',
    mfa: 'Segundos factores',
    username: 'Nombre de usuario',
    name: 'Nombre',
    avatar: 'Foto',
    profile: 'Perfil',
    customData: 'Datos personalizados',
  },
  hints: {
    profile: 'Apodo, fecha de nacimiento, dirección y los demás datos estándar.',
    customData: 'Valores de los campos de perfil personalizados y datos que guardan las aplicaciones.',
  },
  missing: {
    email: 'Las personas no pueden verificar un correo nuevo hasta que se puedan enviar correos.',
    phone: 'Las personas no pueden verificar un número nuevo hasta que se puedan enviar SMS.',
    socialTitle: 'Aún no hay ningún conector social',
    social: 'Para vincular una cuenta hace falta un conector social.',
    setUpSocial: 'Configurar un conector social',
    mfaTitle: 'La autenticación multifactor está desactivada',
    mfa: 'No hay ningún segundo factor que se pueda configurar.',
  },
  origins: {
    label: 'Orígenes relacionados para llaves de acceso',
    help: 'Sus otros sitios en los que funcionan las mismas llaves de acceso, como https://shop.example.com.',
    invalid: 'Use un origen como https://shop.example.com, sin ruta.',
    duplicate: 'Este origen ya está en la lista.',
    tooMany: 'Indique 50 orígenes como máximo.',
  },
  leaving: {
    title: 'Exportación y eliminación',
    help: 'Las personas siempre pueden exportar sus datos. Usted decide si pueden eliminar su cuenta.',
    deleteAccount: 'Permitir que las personas eliminen su propia cuenta',
    deleteAccountHelp:
      'Antes, las personas verifican su identidad. La cuenta, sus sesiones y sus tokens se eliminan de inmediato y no se pueden recuperar.',
  },
  vault: {
    title: 'Almacén de secretos',
    help: 'Conectores que guardan tokens del proveedor para que sus aplicaciones puedan llamarlo en nombre de las personas.',
    none: 'Ningún conector guarda tokens. Active el almacenamiento de tokens en los ajustes de un conector social.',
    open: 'Conectores sociales',
    list: 'Conectores que guardan tokens',
    columns: { connector: 'Conector', target: 'Nombre del proveedor' },
  },
};
