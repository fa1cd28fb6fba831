import { organizationRoleScopesApi } from '@postern/contracts/access/organization-roles';
import { resourcesApi } from '@postern/contracts/access/resources';
import { useRead } from '#platform/client/use-read.ts';
import { keyOf, type PermissionKind } from './pick-permissions.tsx';

/** A permission of an organization role; those of APIs name their API. */
export type Permission = {
  kind: PermissionKind;
  id: string;
  /** Unique among both kinds. */
  key: string;
  name: string;
  description: string | null;
  resource?: { id: string; name: string };
};

/** All permissions of a role, organization permissions first. The API has a list per kind, and names no APIs. */
export function useRolePermissions(id: string) {
  const scopes = useRead(organizationRoleScopesApi.list, { params: { id }, query: {} });
  const resourceScopes = useRead(organizationRoleScopesApi.listResource, { params: { id }, query: {} });
  const resources = useRead(resourcesApi.list, { query: {} });
  const reads = [scopes, resourceScopes, resources];
  const names = new Map(resources.data?.map((resource) => [resource.id, resource.name]));
  const data =
    scopes.data && resourceScopes.data && resources.data
      ? [
          ...scopes.data.map((scope) => ({ ...scope, kind: 'organization' as const })),
          ...resourceScopes.data.map((scope) => ({
            ...scope,
            kind: 'resource' as const,
            resource: { id: scope.resourceId, name: names.get(scope.resourceId) ?? scope.resourceId },
          })),
        ].map((scope): Permission => ({ ...scope, key: keyOf(scope.kind, scope.id) }))
      : undefined;
  return {
    data,
    error: reads.find(({ error }) => error)?.error,
    refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
  };
}
