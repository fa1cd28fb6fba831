import {
  type AddConsentScopes,
  type ConsentScopes,
  type ConsentScopeType,
  ConsentUserScope,
  consentUserScopes,
} from '@postern/contracts/access/application-consent';
import type { OrganizationScope } from '@postern/contracts/access/organization-scopes';
import type { ResourceWithScopes } from '@postern/contracts/access/resources';
import { scopes } from '@postern/contracts/wire';
import type { TFunction } from 'i18next';
import type { PickGroup } from '#platform/pick/pick-item.ts';
import type applications from '../phrases.en.json';

/** For the user everywhere, or only within an organization that the user grants access to. */
export const levels = ['user', 'organization'] as const;
export type Level = (typeof levels)[number];

export type ConsentRow = {
  type: ConsentScopeType;
  id: string;
  name: string;
  description: string | null;
  /** What it belongs to: the account, an organization or an API. */
  owner: string;
  /** The API that defines it and owns the description. */
  resourceId?: string;
};

const userScopePhrases: Record<ConsentUserScope, keyof typeof applications.permissions.userScopes> = {
  profile: 'profile',
  email: 'email',
  phone: 'phone',
  address: 'address',
  [scopes.customData]: 'customData',
  [scopes.identities]: 'identities',
  [scopes.roles]: 'roles',
  [scopes.organizations]: 'organizations',
  [scopes.organizationRoles]: 'organizationRoles',
};

const aboutUserScope = (t: TFunction, scope: ConsentUserScope) =>
  t(`applications.permissions.userScopes.${userScopePhrases[scope]}`);

type ApiType = 'resource-scopes' | 'organization-resource-scopes';

const apiRows = (type: ApiType, groups: ConsentScopes['resourceScopes']): ConsentRow[] =>
  groups.flatMap(({ resource, scopes: granted }) =>
    granted.map((scope) => ({ ...scope, type, owner: resource.name, resourceId: resource.id })),
  );

/** The scopes an application may request on a level, as table rows. */
export function consentRows(t: TFunction, granted: ConsentScopes, level: Level): ConsentRow[] {
  if (level === 'user') {
    const own = granted.userScopes.map(
      (scope): ConsentRow => ({
        type: 'user-scopes',
        id: scope,
        name: scope,
        description: aboutUserScope(t, scope),
        owner: t('applications.permissions.account'),
      }),
    );
    return [...own, ...apiRows('resource-scopes', granted.resourceScopes)];
  }
  const own = granted.organizationScopes.map(
    (scope): ConsentRow => ({
      ...scope,
      type: 'organization-scopes',
      owner: t('applications.permissions.ofOrganization'),
    }),
  );
  return [...own, ...apiRows('organization-resource-scopes', granted.organizationResourceScopes)];
}

/** The scopes of a tenant that can be requested. */
export type Offered = {
  resources: readonly ResourceWithScopes[];
  organizationScopes: readonly OrganizationScope[];
  managementApi: string;
};

/** Marks organization permissions among the selected values. */
const organizationMark = 'organization:';

/** What can be added on a level: everything not yet added, except the management API. */
export function consentChoices(
  t: TFunction,
  level: Level,
  rows: readonly ConsentRow[],
  { resources, organizationScopes, managementApi }: Offered,
): PickGroup[] {
  const taken = new Set(rows.map(({ id }) => id));
  const account: PickGroup = {
    id: 'account',
    label: t('applications.permissions.account'),
    items: consentUserScopes
      .filter((scope) => !taken.has(scope))
      .map((scope) => ({ id: scope, label: scope, note: aboutUserScope(t, scope) })),
  };
  const organization: PickGroup = {
    id: 'organization',
    label: t('applications.permissions.ofOrganization'),
    items: organizationScopes
      .filter(({ id }) => !taken.has(id))
      .map(({ id, name, description }) => ({
        id: organizationMark + id,
        label: name,
        note: description ?? undefined,
      })),
  };
  const apis = resources
    .filter(({ indicator }) => indicator !== managementApi)
    .map(({ id, name, indicator, scopes: offered = [] }) => ({
      id,
      label: name,
      note: indicator,
      items: offered
        .filter((scope) => !taken.has(scope.id))
        .map((scope) => ({ id: scope.id, label: scope.name, note: scope.description ?? undefined })),
    }));
  return [level === 'user' ? account : organization, ...apis].filter(({ items }) => items.length > 0);
}

/** Groups whose items match a search by name or description, or the API as a whole. */
export function searchChoices(groups: readonly PickGroup[], search: string): PickGroup[] {
  const wanted = search.toLowerCase();
  const fits = (...texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(wanted));
  return groups
    .map((group) => ({
      ...group,
      items: fits(group.label, group.note) ? group.items : group.items.filter(({ label, note }) => fits(label, note)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The request body that adds the selected scopes. */
export function addedScopes(level: Level, values: readonly string[]): AddConsentScopes {
  if (level === 'organization') {
    const isOwn = (value: string) => value.startsWith(organizationMark);
    return {
      organizationScopes: values.filter(isOwn).map((value) => value.slice(organizationMark.length)),
      organizationResourceScopes: values.filter((value) => !isOwn(value)),
    };
  }
  const parsed = values.map((value) => ({ value, scope: ConsentUserScope.safeParse(value).data }));
  return {
    userScopes: parsed.flatMap(({ scope }) => scope ?? []),
    resourceScopes: parsed.filter(({ scope }) => !scope).map(({ value }) => value),
  };
}
