import { maxPageSize } from '@postern/contracts/fields';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/client/call.ts';
import { readKey } from '#platform/client/use-read.ts';
import { useTenantId } from '#platform/tenant.ts';

async function readDomains(id: string, tenantId: string, signal: AbortSignal): Promise<string[]> {
  const domains: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), page_size: String(maxPageSize) };
    const { data } = await call(organizationJitApi.listDomains, { params: { id }, query }, tenantId, signal);
    domains.push(...data.map(({ emailDomain }) => emailDomain));
    if (data.length < maxPageSize) {
      return domains;
    }
  }
}

/** All email domains of an organization. The API returns them in pages only; there are rarely more than a few. */
export function useEmailDomains(organizationId: string) {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [...readKey(organizationJitApi.listDomains, { params: { id: organizationId } }, tenantId), 'all'],
    queryFn: ({ signal }) => readDomains(organizationId, tenantId, signal),
    meta: { quiet: true },
  });
}
