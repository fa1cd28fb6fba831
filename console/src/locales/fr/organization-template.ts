import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Rôles et autorisations communs à toutes les organisations.',
  tabs: { roles: 'Rôles d’organisation', scopes: 'Autorisations d’organisation' },
  kinds: { organization: 'Autorisation d’organisation', organizationPlural: 'Autorisations d’organisation' },
  typeHelp: {
    User: 'Pour les membres d’une organisation.',
    MachineToMachine: 'Pour les applications machine à machine d’une organisation.',
  },
  deleteTitle: 'Supprimer {{name}}\u00a0?',
  fields: {
    roleName: 'Nom du rôle',
    roleNamePlaceholder: 'Responsable facturation',
    roleDescriptionPlaceholder: 'Gère les factures de l’organisation',
    scopeName: 'Nom de l’autorisation',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Inviter des membres dans l’organisation',
    description: 'Description',
    type: 'Type de rôle',
  },
  roles: {
    create: 'Créer un rôle d’organisation',
    createNamed: 'Créer le rôle d’organisation «\u00a0{{name}}\u00a0»',
    created: 'Rôle d’organisation créé',
    search: 'Rechercher des rôles d’organisation',
    searchPlaceholder: 'Rôle, description ou ID',
    columns: { role: 'Rôle', type: 'Type', permissions: 'Autorisations' },
    noPermissions: 'Aucune autorisation',
    emptyTitle: 'Aucun rôle d’organisation pour le moment',
    emptyBody:
      'Les membres d’une organisation reçoivent des autorisations par des rôles d’organisation, tels qu’administrateur ou rédacteur.',
    danger: {
      what: 'Supprimer ce rôle d’organisation',
      action: 'Supprimer le rôle',
      consequence:
        'Les membres et les machines perdent le rôle dans toutes les organisations, dès leur prochain jeton. Il est aussi retiré des invitations et du provisionnement juste-à-temps.',
      deleted: 'Rôle d’organisation supprimé',
    },
  },
  scopes: {
    create: 'Créer une autorisation d’organisation',
    createHelp:
      'L’autorisation s’applique au sein d’une organisation. Ajoutez-la à des rôles d’organisation pour l’accorder.',
    created: 'Autorisation d’organisation créée',
    edit: 'Modifier l’autorisation',
    editTitle: 'Modifier {{name}}',
    renameHelp: 'Les nouveaux jetons contiennent le nouveau nom. Assurez-vous que votre application vérifie celui-ci.',
    copy: 'Copier le nom de l’autorisation',
    search: 'Rechercher des autorisations d’organisation',
    searchPlaceholder: 'Autorisation, description ou ID',
    columns: { permission: 'Autorisation', description: 'Description' },
    noDescription: 'Aucune description',
    emptyTitle: 'Aucune autorisation d’organisation pour le moment',
    emptyBody:
      'Les autorisations définissent ce que les membres peuvent faire au sein d’une organisation, par exemple invite:member.',
    consequence:
      'L’autorisation est retirée de tous les rôles d’organisation, du consentement des applications tierces et des nouveaux jetons.',
    deleted: 'Autorisation d’organisation supprimée',
  },
  pick: {
    label: 'Autorisations',
    search: 'Rechercher des autorisations et des API',
    empty:
      'Il n’y a plus d’autorisation à ajouter. Créez une autorisation d’organisation ou une autorisation d’une ressource API.',
  },
  permissions: {
    type: 'Type ou API',
    searchPlaceholder: 'Autorisation, description, API ou ID',
    emptyBody:
      'Un rôle sans autorisation n’accorde rien. Attribuez des autorisations d’organisation ou des autorisations d’API.',
    removeBody:
      'Les membres et les machines qui ont ce rôle perdent l’autorisation dès leur prochain jeton. L’autorisation elle-même n’est pas supprimée.',
  },
};
