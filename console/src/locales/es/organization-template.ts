import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Roles y permisos que comparten todas las organizaciones.',
  tabs: { roles: 'Roles de organización', scopes: 'Permisos de organización' },
  kinds: { organization: 'Permiso de organización', organizationPlural: 'Permisos de organización' },
  typeHelp: {
    User: 'Para miembros de una organización.',
    MachineToMachine: 'Para aplicaciones de máquina a máquina en una organización.',
  },
  deleteTitle: '¿Eliminar {{name}}?',
  fields: {
    roleName: 'Nombre del rol',
    roleNamePlaceholder: 'Administrador de facturación',
    roleDescriptionPlaceholder: 'Gestiona las facturas de la organización',
    scopeName: 'Nombre del permiso',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Invitar a miembros a la organización',
    description: 'Descripción',
    type: 'Tipo de rol',
  },
  roles: {
    create: 'Crear rol de organización',
    createNamed: 'Crear el rol de organización «{{name}}»',
    created: 'Rol de organización creado',
    search: 'Buscar roles de organización',
    searchPlaceholder: 'Rol, descripción o ID',
    columns: { role: 'Rol', type: 'Tipo', permissions: 'Permisos' },
    noPermissions: 'Sin permisos',
    emptyTitle: 'Aún no hay roles de organización',
    emptyBody: 'Los miembros de una organización reciben permisos mediante roles de organización, como admin o editor.',
    danger: {
      what: 'Eliminar este rol de organización',
      action: 'Eliminar rol',
      consequence:
        'Los miembros y las máquinas pierden el rol en todas las organizaciones con su próximo token. También se quita de las invitaciones y del aprovisionamiento JIT.',
      deleted: 'Rol de organización eliminado',
    },
  },
  scopes: {
    create: 'Crear permiso de organización',
    createHelp: 'El permiso se aplica dentro de una organización. Añádalo a roles de organización para concederlo.',
    created: 'Permiso de organización creado',
    edit: 'Editar permiso',
    editTitle: 'Editar {{name}}',
    renameHelp: 'Los tokens nuevos contienen el nombre nuevo. Asegúrese de que su aplicación lo comprueba.',
    copy: 'Copiar nombre del permiso',
    search: 'Buscar permisos de organización',
    searchPlaceholder: 'Permiso, descripción o ID',
    columns: { permission: 'Permiso', description: 'Descripción' },
    noDescription: 'Sin descripción',
    emptyTitle: 'Aún no hay permisos de organización',
    emptyBody: 'Los permisos definen qué pueden hacer los miembros dentro de una organización, como invite:member.',
    consequence:
      'El permiso se quita de todos los roles de organización, del consentimiento de las aplicaciones de terceros y de los tokens nuevos.',
    deleted: 'Permiso de organización eliminado',
  },
  pick: {
    label: 'Permisos',
    search: 'Buscar permisos y API',
    empty: 'No hay más permisos que añadir. Cree un permiso de organización o un permiso de un recurso de API.',
  },
  permissions: {
    type: 'Tipo o API',
    searchPlaceholder: 'Permiso, descripción, API o ID',
    emptyBody: 'Un rol sin permisos no concede nada. Asigne permisos de organización o permisos de API.',
    removeBody:
      'Los miembros y las máquinas con este rol pierden el permiso con su próximo token. El permiso en sí no se elimina.',
  },
};
