import { type SsoSetupLink, ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { useReadPage } from '#platform/client/use-read.ts';
import { useListState } from '#platform/list/list-state.ts';
import type { LinkOf } from './create-dialog.tsx';

/** The links of an organization, of a connector, or of the tenant. */
export function useLinks(of: LinkOf) {
  const list = useListState();
  const { page, page_size } = list.query;
  return { list, read: useReadPage(ssoSetupLinksApi.list, { query: { ...of, page, page_size } }) };
}

/** How many of its steps the customer has done; a link without a purpose has fewer. */
export function countSteps({ stepsDone, purposes, isForConnector }: SsoSetupLink): { done: number; total: number } {
  const connects = purposes.includes('connect');
  const steps = [
    ...(connects && !isForConnector ? ['provider'] : []),
    ...(connects ? ['connect'] : []),
    ...(purposes.includes('domain') ? ['domain'] : []),
    ...(connects ? ['test'] : []),
    'finish',
  ];
  return { done: steps.filter((step) => stepsDone.some((one) => one === step)).length, total: steps.length };
}
