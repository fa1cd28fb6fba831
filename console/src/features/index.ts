import type { EditionName } from '#platform/config.ts';
import type { Feature } from '#platform/feature.ts';
import { applications } from './access/applications/index.tsx';
import { customJwt } from './access/custom-jwt/index.tsx';
import { domains } from './access/domains/index.tsx';
import { dynamicClients } from './access/dynamic-clients/index.tsx';
import { guides } from './access/guides/index.tsx';
import { organizationTemplate } from './access/organization-template/index.tsx';
import { resources } from './access/resources/index.tsx';
import { roles } from './access/roles/index.tsx';
import { samlApplications } from './access/saml-applications/index.tsx';
import { signingKeys } from './access/signing-keys/index.tsx';
import { cloudProfile, profile } from './account/profile/index.tsx';
import { billing } from './cloud/billing/index.tsx';
import { live } from './cloud/live/index.tsx';
import { operators } from './cloud/operators/index.tsx';
import { plans } from './cloud/plans/index.tsx';
import { regions } from './cloud/regions/index.tsx';
import { tenantSettings } from './cloud/tenant-settings/index.tsx';
import { tenants } from './cloud/tenants/index.tsx';
import { mfa } from './experience/mfa/index.tsx';
import { security } from './experience/security/index.tsx';
import { signInExperience } from './experience/sign-in-experience/index.tsx';
import { assistant } from './help/assistant/index.tsx';
import { connectors } from './messages/connectors/index.tsx';
import { emailTemplates } from './messages/email-templates/index.tsx';
import { mailbox } from './messages/mailbox/index.tsx';
import { jobs } from './operations/jobs/index.tsx';
import { administrators } from './people/administrators/index.tsx';
import { directorySync } from './people/directory-sync/index.tsx';
import { getStarted } from './people/get-started/index.tsx';
import { organizations } from './people/organizations/index.tsx';
import { ssoConnectors } from './people/sso-connectors/index.tsx';
import { ssoSetup } from './people/sso-setup/index.tsx';
import { userJobs } from './people/user-jobs/index.tsx';
import { userSessions } from './people/user-sessions/index.tsx';
import { users } from './people/users/index.tsx';
import { audit } from './records/audit/index.tsx';
import { dashboard } from './records/dashboard/index.tsx';
import { logStreams } from './records/log-streams/index.tsx';
import { webhooks } from './records/webhooks/index.tsx';
import { actions } from './sign-in/actions/index.tsx';
import { cloudLandings, landings } from './sign-in/landings/index.tsx';

const core: readonly Feature[] = [
  getStarted,
  dashboard,
  applications,
  dynamicClients,
  samlApplications,
  signInExperience,
  mfa,
  connectors,
  emailTemplates,
  ssoConnectors,
  directorySync,
  ssoSetup,
  security,
  guides,
  resources,
  roles,
  organizations,
  organizationTemplate,
  users,
  userSessions,
  userJobs,
  signingKeys,
  customJwt,
  actions,
  webhooks,
  audit,
  logStreams,
  mailbox,
  assistant,
];

/** The console's features, in the order of the sidebar. */
export const features: Record<EditionName, readonly Feature[]> = {
  oss: [...core, domains, administrators, jobs, profile, landings],
  cloud: [...core, tenants, regions, plans, tenantSettings, billing, cloudProfile, operators, cloudLandings, live],
};
