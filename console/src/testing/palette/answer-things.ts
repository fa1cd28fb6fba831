import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { Domain, domainsApi } from '@postern/contracts/access/domains';
import { ResourceWithScopes, resourcesApi } from '@postern/contracts/access/resources';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { assistantApi } from '@postern/contracts/help/assistant';
import { Administrator, administratorsApi } from '@postern/contracts/people/administrators';
import { ListedOrganization, organizationsApi } from '@postern/contracts/people/organizations';
import { User, usersApi } from '@postern/contracts/people/users';
import { LogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { WebhookWithStats, webhooksApi } from '@postern/contracts/records/webhooks';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { answerPalette } from '../answer-palette.ts';

/** Whether one of the texts has what a request searches for. */
const has = (search: unknown, ...texts: string[]) => {
  const wanted = String(search ?? '')
    .replace(/%/g, '')
    .toLowerCase();
  return wanted !== '' && texts.some((text) => text.toLowerCase().includes(wanted));
};

/** A tenant with one thing of most kinds. */
export function answerThings(api: FakeApi): void {
  answerPalette(api);
  const maya = sample(User, { id: 'u-maya-00001', name: 'Maya Lindqvist', primaryEmail: 'maya@example.com' });
  const ada = sample(User, { id: 'u-ada-00001', name: 'Ada Lovelace', primaryEmail: 'ada@example.com' });
  api.on(usersApi.list, ({ query }) =>
    [maya, ada].filter(({ id, name, primaryEmail }) => has(query.search, id, name ?? '', primaryEmail ?? '')),
  );
  api.on(applicationsApi.list, ({ query }) =>
    has(query.search, 'Storefront', 'a-storefront')
      ? [sample(Application, { id: 'a-storefront', name: 'Storefront', type: 'SPA' })]
      : [],
  );
  api.on(rolesApi.list, ({ query }) =>
    has(query.search, 'Support agent') ? [sample(RoleWithHolders, { id: 'r-1', name: 'Support agent' })] : [],
  );
  api.on(organizationsApi.list, ({ query }) =>
    has(query.q, 'Acme') ? [sample(ListedOrganization, { id: 'o-1', name: 'Acme' })] : [],
  );
  api.on(resourcesApi.list, [sample(ResourceWithScopes, { id: 's-1', name: 'Shop API', indicator: 'https://shop' })]);
  const url = 'https://hooks.example.com/orders';
  api.on(webhooksApi.list, [sample(WebhookWithStats, { id: 'w-1', name: 'Order sync', config: { url } })]);
  api.on(domainsApi.list, [sample(Domain, { id: 'd-1', domain: 'login.northwind.com' })]);
  api.on(logStreamsApi.list, [sample(LogStream, { id: 'l-1', name: 'Frankfurt archive' })]);
  api.on(customProfileFieldsApi.list, [
    sample(CustomProfileField, { id: 'f-1', name: 'shoeSize', label: 'Shoe size' }),
  ]);
  api.on(administratorsApi.list, [sample(Administrator, { id: 'm-1', name: 'Grace Hopper' })]);
  api.on(assistantApi.search, ({ query }) =>
    query.q.includes('pkce') ? [{ title: 'Signing keys', heading: 'PKCE', path: 'oidc#pkce', excerpt: [] }] : [],
  );
}
