import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Role i uprawnienia wspólne dla wszystkich organizacji.',
  tabs: {
    roles: 'Role organizacji',
    scopes: 'Uprawnienia organizacji',
  },
  kinds: {
    organization: 'Uprawnienie organizacji',
    organizationPlural: 'Uprawnienia organizacji',
  },
  typeHelp: {
    User: 'Dla członków organizacji.',
    MachineToMachine: 'Dla aplikacji M2M w organizacji.',
  },
  deleteTitle: 'Usunąć {{name}}?',
  fields: {
    roleName: 'Nazwa roli',
    roleNamePlaceholder: 'Administrator rozliczeń',
    roleDescriptionPlaceholder: 'Zarządza fakturami organizacji',
    scopeName: 'Nazwa uprawnienia',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Zapraszanie członków do organizacji',
    description: 'Opis',
    type: 'Typ roli',
  },
  roles: {
    create: 'Utwórz rolę organizacji',
    createNamed: 'Utwórz rolę organizacji „{{name}}”',
    created: 'Rola organizacji utworzona',
    search: 'Szukaj ról organizacji',
    searchPlaceholder: 'Rola, opis lub ID',
    columns: {
      role: 'Rola',
      type: 'Typ',
      permissions: 'Uprawnienia',
    },
    noPermissions: 'Brak uprawnień',
    emptyTitle: 'Nie ma jeszcze ról organizacji',
    emptyBody:
      'Członkowie organizacji otrzymują uprawnienia przez role organizacji, na przykład administrator lub redaktor.',
    danger: {
      what: 'Usuń tę rolę organizacji',
      action: 'Usuń rolę',
      consequence:
        'Członkowie i maszyny stracą tę rolę we wszystkich organizacjach wraz z następnym tokenem. Zniknie ona też z zaproszeń i z automatycznego dodawania członków (JIT).',
      deleted: 'Rola organizacji usunięta',
    },
  },
  scopes: {
    create: 'Utwórz uprawnienie organizacji',
    createHelp: 'Uprawnienie działa wewnątrz organizacji. Aby je nadać, dodaj je do ról organizacji.',
    created: 'Uprawnienie organizacji utworzone',
    edit: 'Edytuj uprawnienie',
    editTitle: 'Edytuj: {{name}}',
    renameHelp: 'Nowe tokeny zawierają nową nazwę. Upewnij się, że Twoja aplikacja ją sprawdza.',
    copy: 'Kopiuj nazwę uprawnienia',
    search: 'Szukaj uprawnień organizacji',
    searchPlaceholder: 'Uprawnienie, opis lub ID',
    columns: {
      permission: 'Uprawnienie',
      description: 'Opis',
    },
    noDescription: 'Brak opisu',
    emptyTitle: 'Nie ma jeszcze uprawnień organizacji',
    emptyBody: 'Uprawnienia określają, co członkowie mogą robić w organizacji, na przykład invite:member.',
    consequence:
      'Uprawnienie zniknie ze wszystkich ról organizacji, ze zgód aplikacji zewnętrznych i z nowych tokenów.',
    deleted: 'Uprawnienie organizacji usunięte',
  },
  pick: {
    label: 'Uprawnienia',
    search: 'Szukaj uprawnień i API',
    empty: 'Nie ma więcej uprawnień do dodania. Utwórz uprawnienie organizacji lub uprawnienie zasobu API.',
  },
  permissions: {
    type: 'Typ lub API',
    searchPlaceholder: 'Uprawnienie, opis, API lub ID',
    emptyBody: 'Rola bez uprawnień niczego nie daje. Przypisz uprawnienia organizacji lub uprawnienia API.',
    removeBody:
      'Członkowie i maszyny z tą rolą stracą uprawnienie wraz z następnym tokenem. Samo uprawnienie nie zostanie usunięte.',
  },
};
