import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationApplicationsApi, organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/client/call.ts';
import { refreshUsage } from '#platform/client/refresh-usage.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useTenantId } from '#platform/tenant.ts';

/** A member is a user or a machine-to-machine application. */
export type MemberKind = 'user' | 'application';

type Calls = {
  add: (tenantId: string, id: string, memberIds: string[]) => Promise<unknown>;
  assignRoles: (tenantId: string, id: string, memberIds: string[], organizationRoleIds: string[]) => Promise<unknown>;
  replaceRoles: (tenantId: string, id: string, memberId: string, roles: RoleChange) => Promise<unknown>;
  remove: (tenantId: string, id: string, memberId: string) => Promise<unknown>;
};
type RoleChange = { from: readonly string[]; to: string[] };

const users: Calls = {
  add: (tenantId, id, userIds) => call(organizationMembersApi.add, { params: { id }, body: { userIds } }, tenantId),
  assignRoles: (tenantId, id, userIds, organizationRoleIds) =>
    call(organizationMembersApi.assignRoles, { params: { id }, body: { userIds, organizationRoleIds } }, tenantId),
  replaceRoles: (tenantId, id, userId, { to }) =>
    call(organizationMembersApi.replaceRoles, { params: { id, userId }, body: { organizationRoleIds: to } }, tenantId),
  remove: (tenantId, id, userId) => call(organizationMembersApi.remove, { params: { id, userId } }, tenantId),
};

const applications: Calls = {
  add: (tenantId, id, applicationIds) =>
    call(organizationApplicationsApi.add, { params: { id }, body: { applicationIds } }, tenantId),
  assignRoles: (tenantId, id, applicationIds, organizationRoleIds) =>
    call(
      organizationApplicationsApi.assignRoles,
      { params: { id }, body: { applicationIds, organizationRoleIds } },
      tenantId,
    ),
  async replaceRoles(tenantId, id, applicationId, { from, to }) {
    if (to.length > 0) {
      const input = { params: { id, applicationId }, body: { organizationRoleIds: to } };
      await call(organizationApplicationsApi.replaceRoles, input, tenantId);
      return;
    }
    // The API of applications does not accept an empty list.
    for (const organizationRoleId of from) {
      await call(
        organizationApplicationsApi.removeRole,
        { params: { id, applicationId, organizationRoleId } },
        tenantId,
      );
    }
  },
  remove: (tenantId, id, applicationId) =>
    call(organizationApplicationsApi.remove, { params: { id, applicationId } }, tenantId),
};

const callsOf: Record<MemberKind, Calls> = { user: users, application: applications };

/** The pages of users and applications show their organizations. */
const tagOf = { user: usersApi.list.tag, application: applicationsApi.list.tag } as const;

/** A change of memberships. Refreshes also after an error, because a part of the change may have been made. */
function useChange<Input>(
  kind: MemberKind,
  send: (calls: Calls, tenantId: string, input: Input) => Promise<unknown>,
  onDone: (input: Input) => void,
) {
  const tenantId = useTenantId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => send(callsOf[kind], tenantId, input),
    onSuccess: (_, input) => onDone(input),
    onSettled: () => {
      refreshUsage(queryClient, 'POST', tenantId);
      return Promise.all(
        [organizationsApi.list.tag, tagOf[kind]].map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })),
      );
    },
  });
}

type Adding = { organizationIds: string[]; memberIds: string[]; roleIds: string[] };

/** Adds members to organizations, all with the same roles. */
export const useAddMembers = (kind: MemberKind, onDone: (input: Adding) => void) =>
  useChange(
    kind,
    async (calls, tenantId, { organizationIds, memberIds, roleIds }: Adding) => {
      for (const id of organizationIds) {
        await calls.add(tenantId, id, memberIds);
        if (roleIds.length > 0) {
          await calls.assignRoles(tenantId, id, memberIds, roleIds);
        }
      }
    },
    onDone,
  );

type Assigning = { organizationId: string; memberIds: string[]; roleIds: string[] };

/** Gives roles to members; they keep the roles they have. */
export const useAssignRoles = (kind: MemberKind, onDone: (input: Assigning) => void) =>
  useChange(
    kind,
    (calls, tenantId, { organizationId, memberIds, roleIds }: Assigning) =>
      calls.assignRoles(tenantId, organizationId, memberIds, roleIds),
    onDone,
  );

type Replacing = { organizationId: string; memberId: string } & RoleChange;

export const useReplaceRoles = (kind: MemberKind, onDone: (input: Replacing) => void) =>
  useChange(
    kind,
    (calls, tenantId, { organizationId, memberId, ...roles }: Replacing) =>
      calls.replaceRoles(tenantId, organizationId, memberId, roles),
    onDone,
  );

/** Members who are gone already need not be removed: a second attempt continues where the first one failed. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 404)) {
    throw error;
  }
}

type Removing = { organizationId: string; memberIds: readonly string[] };

export const useRemoveMembers = (kind: MemberKind, onDone: (input: Removing) => void) =>
  useChange(
    kind,
    async (calls, tenantId, { organizationId, memberIds }: Removing) => {
      for (const memberId of memberIds) {
        await calls.remove(tenantId, organizationId, memberId).catch(ignoreMissing);
      }
    },
    onDone,
  );
