import type { LiveEvent } from '@postern/contracts/cloud/live';
import { tenantRoles } from '@postern/contracts/cloud/tenants';
import { tenantOrganizationId } from '@postern/contracts/wire';
import type { AnyRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { queryClient } from '#platform/client/queries.ts';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { reloadTenants, removeTenant } from '#platform/router/tenant-list.ts';
import { forgetToken } from '#platform/session/access-token.ts';
import { clearSession } from '#platform/session/store.ts';
import { type Farewell, saveFarewell, saveSuspendedBy } from './farewell.ts';

const t: typeof i18next.t = i18next.t.bind(i18next);

const isIn = (router: AnyRouter, tenantId: string) => router.state.location.pathname.split('/')[1] === tenantId;

export const farewellTitle = ({ kind, tenantName: tenant }: Farewell) => t(`live.${kind}.title`, { tenant });
export const farewellBody = ({ kind, by }: Farewell) => (by ? t(`live.${kind}.by`, { by }) : t(`live.${kind}.body`));

async function leaveTenant(router: AnyRouter, event: Farewell): Promise<void> {
  const { tenantId, isSelf } = event;
  if (!isSelf && isIn(router, tenantId)) {
    saveFarewell(event);
    // Unsaved changes can no longer be saved, so the blocker does not ask.
    await router.navigate({ to: `/left/${tenantId}`, replace: true, ignoreBlocker: true });
  } else if (!isSelf) {
    showError(`${farewellTitle(event)}. ${farewellBody(event)}`);
  }
  forgetToken({ organizationId: tenantOrganizationId(tenantId) });
  await removeTenant(tenantId);
}

function roleNews({ tenantName: tenant, by, role }: Extract<LiveEvent, { kind: 'role' }>): string {
  const known = tenantRoles.find((name) => name === role) ?? 'other';
  return by ? t(`live.role.${known}By`, { by, tenant, role }) : t(`live.role.${known}`, { tenant, role });
}

async function changeRole(event: Extract<LiveEvent, { kind: 'role' }>): Promise<void> {
  forgetToken({ organizationId: tenantOrganizationId(event.tenantId) });
  await reloadTenants();
  // Different permissions may change everything on the screen.
  await queryClient.invalidateQueries();
  if (!event.isSelf) {
    showSuccess(roleNews(event), undefined, { seconds: 12 });
  }
}

async function changeSuspension(
  router: AnyRouter,
  event: Extract<LiveEvent, { kind: 'suspended' | 'resumed' }>,
): Promise<void> {
  await reloadTenants();
  const { tenantName: tenant } = event;
  if (event.kind === 'resumed') {
    await queryClient.invalidateQueries();
    showSuccess(t('live.resumed', { tenant }));
  } else if (!isIn(router, event.tenantId)) {
    // Inside the tenant, its own page shows this.
    const { reason } = event;
    showError(reason ? t('live.suspendedBecause', { tenant, reason }) : t('live.suspended', { tenant }));
  }
}

/** Handles an event about the person or their tenants in this window. */
export async function reactTo(router: AnyRouter, event: LiveEvent): Promise<void> {
  switch (event.kind) {
    case 'removed':
    case 'deleted':
      return leaveTenant(router, event);
    case 'role':
      return changeRole(event);
    case 'suspended':
    case 'resumed':
      return changeSuspension(router, event);
    case 'billing':
      await reloadTenants();
      return queryClient.invalidateQueries({
        predicate: ({ queryKey: [tag] }) => tag === 'Billing' || tag === 'Plans',
      });
    case 'accountSuspended':
      saveSuspendedBy(event.by);
      // First leave the pages that would request another token.
      await router.navigate({ to: '/account-ended', replace: true, ignoreBlocker: true });
      clearSession();
  }
}

/** Missed events are unknown: refetches everything that decides about pages and permissions. */
export const catchUp = () => queryClient.invalidateQueries({ predicate: ({ queryKey: [tag] }) => isAboutRights(tag) });

const isAboutRights = (tag: unknown) => tag === 'Tenants' || tag === 'Tenant members' || tag === 'Tenant invitations';
