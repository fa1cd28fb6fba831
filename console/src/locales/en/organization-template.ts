export const organizationTemplate = {
  purpose: 'Roles and permissions that all organizations share.',
  tabs: { roles: 'Organization roles', scopes: 'Organization permissions' },
  kinds: { organization: 'Organization permission', organizationPlural: 'Organization permissions' },
  typeHelp: {
    User: 'For members of an organization.',
    MachineToMachine: 'For machine-to-machine applications in an organization.',
  },
  deleteTitle: 'Delete {{name}}?',
  fields: {
    roleName: 'Role name',
    roleNamePlaceholder: 'Billing admin',
    roleDescriptionPlaceholder: 'Manages invoices of the organization',
    scopeName: 'Permission name',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Invite members to the organization',
    description: 'Description',
    type: 'Role type',
  },
  roles: {
    create: 'Create organization role',
    createNamed: 'Create organization role “{{name}}”',
    created: 'Organization role created',
    search: 'Search organization roles',
    searchPlaceholder: 'Role, description or ID',
    columns: { role: 'Role', type: 'Type', permissions: 'Permissions' },
    noPermissions: 'No permissions',
    emptyTitle: 'No organization roles yet',
    emptyBody: 'Members of an organization get permissions through organization roles, such as admin or editor.',
    danger: {
      what: 'Delete this organization role',
      action: 'Delete role',
      consequence:
        'Members and machines lose the role in all organizations, with their next token. It is also removed from invitations and from just-in-time provisioning.',
      deleted: 'Organization role deleted',
    },
  },
  scopes: {
    create: 'Create organization permission',
    createHelp: 'The permission applies inside an organization. Add it to organization roles to grant it.',
    created: 'Organization permission created',
    edit: 'Edit permission',
    editTitle: 'Edit {{name}}',
    renameHelp: 'New tokens contain the new name. Make sure that your application checks it.',
    copy: 'Copy permission name',
    search: 'Search organization permissions',
    searchPlaceholder: 'Permission, description or ID',
    columns: { permission: 'Permission', description: 'Description' },
    noDescription: 'No description',
    emptyTitle: 'No organization permissions yet',
    emptyBody: 'Permissions define what members may do inside an organization, such as invite:member.',
    consequence:
      'The permission is removed from all organization roles, from the consent of third-party applications, and from new tokens.',
    deleted: 'Organization permission deleted',
  },
  pick: {
    label: 'Permissions',
    search: 'Search permissions and APIs',
    empty:
      'There are no more permissions to add. Create an organization permission, or a permission of an API resource.',
  },
  permissions: {
    type: 'Type or API',
    searchPlaceholder: 'Permission, description, API or ID',
    emptyBody: 'A role without permissions grants nothing. Assign organization permissions or permissions of APIs.',
    removeBody:
      'Members and machines with this role lose the permission with their next token. The permission itself is not deleted.',
  },
} as const;
