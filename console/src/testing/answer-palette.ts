import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { assistantApi } from '@postern/contracts/help/assistant';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import type { FakeApi } from '@postern/ui/testing/fake-api.ts';

/** Answers the searches of the palette: nothing is found, except by answers of the test. */
export function answerPalette(api: FakeApi): void {
  const lists = [
    applicationsApi,
    connectorsApi,
    organizationRolesApi,
    organizationScopesApi,
    organizationsApi,
  ] as const;
  for (const { list } of [...lists, resourcesApi, rolesApi, ssoConnectorsApi, usersApi]) {
    api.byDefault(list, []);
  }
  api.byDefault(assistantApi.search, []);
}
