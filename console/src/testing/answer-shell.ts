import { meApi } from '@postern/contracts/account/me';
import { Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { User } from '@postern/contracts/people/users';
import { changesApi } from '@postern/contracts/records/changes';
import { type FakeApi, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { config } from '../platform/config.ts';

/** The tenant of screens in the cloud edition. */
export const cloudTenantId = 'abc123';

/** Answers what the console asks for on every page. Answers of the test win. */
export function answerShell(api: FakeApi): void {
  api.byDefault(tenantsApi.endpointOf, { user: location.origin });
  api.byDefault(meApi.get, sample(User, { id: 'administrator', username: 'admin', name: 'Ada Lovelace' }));
  // Screens have no live changes. The console follows them no longer after this answer.
  api.byDefault(changesApi.watch, refuse('auth.forbidden'));
  if (config.edition === 'cloud') {
    api.byDefault(tenantsApi.list, [sample(Tenant, { id: cloudTenantId, name: 'Northwind', planId: 'pro' })]);
  }
}
