import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { assistantApi } from '@postern/contracts/help/assistant';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { administratorInvitationsApi, administratorsApi } from '@postern/contracts/people/administrators';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { logStreamsApi } from '@postern/contracts/records/log-streams';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { type FakeApi, refuse } from '@postern/ui/testing/fake-api.ts';
import { config } from '../platform/config.ts';

/** Answers the searches of the palette: nothing is found, except by answers of the test. */
export function answerPalette(api: FakeApi): void {
  const lists = [
    applicationsApi,
    connectorsApi,
    customProfileFieldsApi,
    domainsApi,
    emailTemplatesApi,
    logStreamsApi,
    organizationRolesApi,
    organizationScopesApi,
    organizationsApi,
    resourcesApi,
    rolesApi,
    ssoConnectorsApi,
    usersApi,
    webhooksApi,
  ] as const;
  for (const { list } of lists) {
    api.byDefault(list, []);
  }
  api.byDefault(organizationInvitationsApi.list, []);
  api.byDefault(organizationInvitationsApi.get, refuse('entity.not_found'));
  api.byDefault(auditApi.get, refuse('entity.not_exists_with_id'));
  if (config.edition === 'oss') {
    api.byDefault(administratorsApi.list, []);
    api.byDefault(administratorInvitationsApi.list, []);
  } else {
    api.byDefault(tenantMembersApi.list, []);
    api.byDefault(tenantInvitationsApi.list, []);
  }
  api.byDefault(assistantApi.search, []);
}
