import { meApi } from '@postern/contracts/account/me';
import { meSecondFactorsApi, meSessionsApi } from '@postern/contracts/account/me-security';
import { liveApi } from '@postern/contracts/cloud/live';
import { plansApi, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { invitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { memberRequirementsApi, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { Region, Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { administratorRequirementsApi } from '@postern/contracts/people/administrators';
import { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { User } from '@postern/contracts/people/users';
import { wholeQuota } from '@postern/contracts/quota';
import { changesApi } from '@postern/contracts/records/changes';
import { ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { tenantScopes } from '@postern/contracts/wire';
import { type FakeApi, failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { config } from '../platform/config.ts';

/** The tenant of screens in the cloud edition. */
export const cloudTenantId = 'abc123';

/** Answers what the console asks for on every page. Answers of the test win. */
export function answerShell(api: FakeApi): void {
  api.byDefault(tenantsApi.endpointOf, { user: location.origin });
  api.byDefault(meApi.get, sample(User, { id: 'administrator', username: 'admin', name: 'Ada Lovelace' }));
  // Nothing recommends a second factor.
  api.byDefault(meSecondFactorsApi.list, [
    sample(UserMfaVerification, { id: 'app', type: 'Totp', createdAt: '2026-01-02T00:00:00Z' }),
  ]);
  api.byDefault(meSessionsApi.list, []);
  api.byDefault(administratorRequirementsApi.get, { isMfaRequired: false });
  api.byDefault(memberRequirementsApi.get, { isMfaRequired: false });
  // Asked only while a server is silent: it stays so until a request of the page gets a response.
  api.byDefault(wellKnownApi.status, failWith(0));
  // Screens have no live changes. The console follows them no longer after this answer.
  api.byDefault(changesApi.watch, refuse('auth.forbidden'));
  if (config.edition === 'cloud') {
    answerCloudShell(api);
  }
}

const scopesOf = (names: readonly string[]) => names.map((name) => ({ id: name, name, description: null }));

/** A tenant for production with a plan without limits, whose administrator is the person. */
function answerCloudShell(api: FakeApi): void {
  const [quota, basicQuota] = [wholeQuota({}), wholeQuota({})];
  api.byDefault(tenantsApi.list, [
    sample(Tenant, { id: cloudTenantId, name: 'Northwind', tag: 'production', regionName: 'EU', planId: 'pro-202509' }),
  ]);
  api.byDefault(tenantsApi.regions, {
    regions: [
      sample(Region, { id: 'EU', name: 'Europe', tags: ['development', 'production'] }),
      sample(Region, { id: 'US', name: 'West US', tags: ['development', 'production'] }),
    ],
  });
  api.byDefault(tenantMembersApi.scopes, scopesOf(tenantScopes));
  api.byDefault(plansApi.usage, sample(SubscriptionUsage, { quota, basicQuota }));
  api.byDefault(consoleSettingsApi.get, sample(ConsoleSettings));
  api.byDefault(invitationsApi.list, []);
  // A stream without events.
  api.byDefault(liveApi.watch, () => new Promise(() => {}));
}
