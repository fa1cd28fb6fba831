import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Rollen und Berechtigungen, die für alle Organisationen gelten.',
  tabs: { roles: 'Organisationsrollen', scopes: 'Organisationsberechtigungen' },
  kinds: { organization: 'Organisationsberechtigung', organizationPlural: 'Organisationsberechtigungen' },
  typeHelp: {
    User: 'Für Mitglieder einer Organisation.',
    MachineToMachine: 'Für Maschine-zu-Maschine-Anwendungen in einer Organisation.',
  },
  deleteTitle: '{{name}} löschen?',
  fields: {
    roleName: 'Name der Rolle',
    roleNamePlaceholder: 'Rechnungswesen',
    roleDescriptionPlaceholder: 'Verwaltet die Rechnungen der Organisation',
    scopeName: 'Name der Berechtigung',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Mitglieder in die Organisation einladen',
    description: 'Beschreibung',
    type: 'Art der Rolle',
  },
  roles: {
    create: 'Organisationsrolle anlegen',
    createNamed: 'Organisationsrolle „{{name}}“ anlegen',
    created: 'Organisationsrolle angelegt',
    search: 'Organisationsrollen durchsuchen',
    searchPlaceholder: 'Rolle, Beschreibung oder ID',
    columns: { role: 'Rolle', type: 'Art', permissions: 'Berechtigungen' },
    noPermissions: 'Keine Berechtigungen',
    emptyTitle: 'Noch keine Organisationsrollen',
    emptyBody:
      'Mitglieder einer Organisation erhalten Berechtigungen über Organisationsrollen, zum Beispiel Administration oder Redaktion.',
    danger: {
      what: 'Diese Organisationsrolle löschen',
      action: 'Rolle löschen',
      consequence:
        'Mitglieder und Maschinen verlieren die Rolle in allen Organisationen mit ihrem nächsten Token. Sie wird auch aus Einladungen und aus der automatischen Aufnahme entfernt.',
      deleted: 'Organisationsrolle gelöscht',
    },
  },
  scopes: {
    create: 'Organisationsberechtigung anlegen',
    createHelp:
      'Die Berechtigung gilt innerhalb einer Organisation. Geben Sie sie Organisationsrollen, um sie zu vergeben.',
    created: 'Organisationsberechtigung angelegt',
    edit: 'Berechtigung bearbeiten',
    editTitle: '{{name}} bearbeiten',
    renameHelp: 'Neue Token enthalten den neuen Namen. Stellen Sie sicher, dass Ihre Anwendung ihn prüft.',
    copy: 'Namen der Berechtigung kopieren',
    search: 'Organisationsberechtigungen durchsuchen',
    searchPlaceholder: 'Berechtigung, Beschreibung oder ID',
    columns: { permission: 'Berechtigung', description: 'Beschreibung' },
    noDescription: 'Keine Beschreibung',
    emptyTitle: 'Noch keine Organisationsberechtigungen',
    emptyBody: 'Berechtigungen legen fest, was Mitglieder in einer Organisation dürfen, zum Beispiel invite:member.',
    consequence:
      'Die Berechtigung wird aus allen Organisationsrollen, aus der Zustimmung für Drittanwendungen und aus neuen Token entfernt.',
    deleted: 'Organisationsberechtigung gelöscht',
  },
  pick: {
    label: 'Berechtigungen',
    search: 'Berechtigungen und APIs suchen',
    empty:
      'Es gibt keine weitere Berechtigung. Legen Sie eine Organisationsberechtigung oder eine Berechtigung einer API-Ressource an.',
  },
  permissions: {
    type: 'Art oder API',
    searchPlaceholder: 'Berechtigung, Beschreibung, API oder ID',
    emptyBody:
      'Eine Rolle ohne Berechtigungen erlaubt nichts. Wählen Sie Organisationsberechtigungen oder Berechtigungen Ihrer APIs.',
    removeBody:
      'Mitglieder und Maschinen mit dieser Rolle verlieren die Berechtigung mit dem nächsten Token. Die Berechtigung selbst bleibt.',
  },
};
