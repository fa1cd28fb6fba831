import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Ir a la consola',
  others: 'Sus otros inquilinos',
  removed: {
    title: 'Ya no es miembro de {{tenant}}',
    by: '{{by}} le ha quitado de este inquilino.',
    body: 'Un operador le ha quitado de este inquilino.',
  },
  deleted: {
    title: '{{tenant}} se ha eliminado',
    by: '{{by}} ha eliminado este inquilino.',
    body: 'Un operador ha eliminado este inquilino.',
  },
  role: {
    admin: 'Ahora es administrador de {{tenant}}.',
    adminBy: '{{by}} le ha nombrado administrador de {{tenant}}.',
    billing: 'Ahora gestiona la facturación de {{tenant}}.',
    billingBy: '{{by}} le ha encargado la facturación de {{tenant}}.',
    collaborator: 'Ahora es colaborador en {{tenant}}.',
    collaboratorBy: '{{by}} le ha nombrado colaborador en {{tenant}}.',
    other: 'Su rol en {{tenant}} es ahora «{{role}}».',
    otherBy: '{{by}} ha cambiado su rol en {{tenant}} a «{{role}}».',
  },
  suspended: 'Un operador ha suspendido {{tenant}}.',
  suspendedBecause: 'Un operador ha suspendido {{tenant}}. Motivo: {{reason}}',
  resumed: '{{tenant}} vuelve a estar activo.',
  account: {
    title: 'Su cuenta está suspendida',
    by: '{{by}} ha suspendido su cuenta. Se ha cerrado su sesión.',
    body: 'Un operador ha suspendido su cuenta. Se ha cerrado su sesión.',
    other: 'Iniciar sesión con otra cuenta',
  },
};
