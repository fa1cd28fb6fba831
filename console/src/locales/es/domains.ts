import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Permita que las personas inicien sesión en su propio dominio, por ejemplo auth.example.com.',
  title: 'Dominios',
  help: 'Las páginas de inicio de sesión, los enlaces y los tokens usan el dominio cuando una solicitud llega por él. El dominio predeterminado sigue siendo válido.',
  add: 'Añadir dominio',
  added: 'Dominio añadido',
  addHelp: 'Después de añadirlo, cree en el proveedor de su dominio el registro DNS que se muestra.',
  domain: 'Dominio',
  none: 'Aún no hay dominios personalizados.',
  deleted: 'Dominio eliminado',
  deleteWhat: 'Eliminar {{name}}',
  deleteTitle: '¿Eliminar {{name}}?',
  deleteBody:
    'El dominio deja de funcionar al momento. Las aplicaciones que lo usan como endpoint ya no podrán iniciar sesiones, y las llaves de acceso creadas en él ya no se podrán usar.',
  records: 'Registros DNS de {{name}}',
  columns: { type: 'Tipo', name: 'Nombre', value: 'Valor' },
  copyName: 'Copiar nombre',
  copyValue: 'Copiar valor',
  lastCheck: 'Última comprobación: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'En espera del DNS',
      help: 'Cree este registro en el proveedor de su dominio. Puede tardar unas horas en ser visible en todas partes.',
    },
    PendingSsl: {
      name: 'En espera del certificado',
      help: 'El registro DNS es correcto. Se está emitiendo el certificado.',
    },
    Active: {
      name: 'Activo',
      help: 'Las personas pueden iniciar sesión en este dominio. Conserve el registro: sin él, el dominio deja de funcionar.',
    },
    Error: {
      name: 'No funciona',
      help: 'El dominio no está en servicio. Corrija el registro; el dominio se reactivará solo.',
    },
  },
  default: {
    title: 'Dominio predeterminado',
    help: 'Funciona siempre, también junto a dominios personalizados.',
    endpoint: 'Endpoint',
  },
  shown: 'Dominio',
  shownHelp: 'Las direcciones siguientes se muestran para este dominio.',
  howTo: 'Cómo funcionan los dominios personalizados',
};
