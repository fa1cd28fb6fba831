import { accountCenter } from './account-center.ts';
import { administrators } from './administrators.ts';
import { applications } from './applications.ts';
import { assistant } from './assistant.ts';
import { audit } from './audit.ts';
import { billing } from './billing.ts';
import { connectors } from './connectors.ts';
import { customJwt } from './custom-jwt.ts';
import { dashboard } from './dashboard.ts';
import { directorySync } from './directory-sync.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import { first } from './first.ts';
import { getStarted } from './get-started.ts';
import { guides } from './guides.ts';
import { jobs } from './jobs.ts';
import { live } from './live.ts';
import { logStreams } from './log-streams.ts';
import { mailbox } from './mailbox.ts';
import { mfa } from './mfa.ts';
import { operators } from './operators.ts';
import { organizationTemplate } from './organization-template.ts';
import { organizations } from './organizations.ts';
import { ownProfile } from './own-profile.ts';
import { plans } from './plans.ts';
import { profileFields } from './profile-fields.ts';
import { regions } from './regions.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { samlApplications } from './saml-applications.ts';
import { security } from './security.ts';
import { signInExperience } from './sign-in-experience.ts';
import { signInMethods } from './sign-in-methods.ts';
import { signingKeys } from './signing-keys.ts';
import { ssoConnectors } from './sso-connectors.ts';
import { ssoSetup } from './sso-setup.ts';
import { tenantSettings } from './tenant-settings.ts';
import { tenants } from './tenants.ts';
import { userDetails } from './user-details.ts';
import { userJobs } from './user-jobs.ts';
import { userList } from './user-list.ts';
import { userSessions } from './user-sessions.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const en = {
  ...first,
  accountCenter,
  administrators,
  applications,
  assistant,
  audit,
  billing,
  connectors,
  customJwt,
  dashboard,
  directorySync,
  domains,
  emailTemplates,
  getStarted,
  guides,
  jobs,
  live,
  logStreams,
  mailbox,
  mfa,
  operators,
  organizations,
  organizationTemplate,
  ownProfile,
  plans,
  profileFields,
  regions,
  resources,
  roles,
  samlApplications,
  security,
  signInExperience,
  signInMethods,
  signingKeys,
  ssoConnectors,
  ssoSetup,
  tenantSettings,
  tenants,
  userDetails,
  userJobs,
  userList,
  userSessions,
  users,
  webhooks,
} as const;
