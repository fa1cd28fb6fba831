import type { TenantTag } from '@postern/contracts/cloud/tenants';
import { sharedValue, useShared } from '#platform/shared-value.ts';

type CreateRequest = { name: string; tag: TenantTag };

const current = sharedValue<CreateRequest | undefined>(undefined);

/** Opens the dialog over the current page; browser back closes it. */
export function openCreateTenant(name = '', tag: TenantTag = 'development'): void {
  addEventListener('popstate', closeCreateTenant, { once: true });
  current.set({ name, tag });
}

export function closeCreateTenant(): void {
  removeEventListener('popstate', closeCreateTenant);
  current.set(undefined);
}

export const useCreateRequest = () => useShared(current);
