import { assistant } from '#features/help/assistant';
import { documentation } from '#features/help/docs';
import { doctor } from '#features/operations/doctor';
import { installationJobs, jobs, operatorJobs } from '#features/operations/jobs';
import { throttle } from '#features/operations/throttle';
import { trackers } from '#features/operations/trackers';
import { vault } from '#features/operations/vault';
import type { Feature } from '#platform/app';
import { applications } from './access/applications/index.ts';
import { customJwt } from './access/custom-jwt/index.ts';
import { domains } from './access/domains/index.ts';
import { dynamicClients } from './access/dynamic-clients/index.ts';
import { oidc } from './access/oidc/index.ts';
import { oneTimeTokens } from './access/one-time-tokens/index.ts';
import { organizationTemplate } from './access/organization-template/index.ts';
import { personalAccessTokens } from './access/personal-access-tokens/index.ts';
import { resources } from './access/resources/index.ts';
import { roles } from './access/roles/index.ts';
import { samlApplications } from './access/saml-applications/index.ts';
import { scripts } from './access/scripts/index.ts';
import { subjectTokens } from './access/subject-tokens/index.ts';
import { account } from './account/account/index.ts';
import { accountData } from './account/account-data/index.ts';
import { me } from './account/me/index.ts';
import { billing } from './cloud/billing/index.ts';
import { live } from './cloud/live/index.ts';
import { operators } from './cloud/operators/index.ts';
import { plans } from './cloud/plans/index.ts';
import { regions } from './cloud/regions/index.ts';
import { serviceLevels } from './cloud/service-levels/index.ts';
import { tenantMails } from './cloud/tenant-mails/index.ts';
import { accountDeletion, tenants } from './cloud/tenants/index.ts';
import { usageAlerts } from './cloud/usage-alerts/index.ts';
import { accountCenter } from './experience/account-center/index.ts';
import { captchaProvider } from './experience/captcha-provider/index.ts';
import { customPhrases } from './experience/custom-phrases/index.ts';
import { customProfileFields } from './experience/custom-profile-fields/index.ts';
import { emailBlocklist } from './experience/email-blocklist/index.ts';
import { signInExperience, wellKnown } from './experience/sign-in-experience/index.ts';
import { sessionPolicy, signInProtection } from './experience/sign-in-protection/index.ts';
import { connectors } from './messages/connectors/index.ts';
import { emailTemplates } from './messages/email-templates/index.ts';
import { mailbox } from './messages/mailbox/index.ts';
import { messageLimits } from './messages/message-limits/index.ts';
import { administrators } from './people/administrators/index.ts';
import { consoleInvitations } from './people/console-invitations/index.ts';
import { directorySync } from './people/directory-sync/index.ts';
import { organizations } from './people/organizations/index.ts';
import { secrets } from './people/secrets/index.ts';
import { ssoConnectors } from './people/sso-connectors/index.ts';
import { ssoSetup } from './people/sso-setup/index.ts';
import { userJobs } from './people/user-jobs/index.ts';
import { userSessions } from './people/user-sessions/index.ts';
import { userViews } from './people/user-views/index.ts';
import { authn, users } from './people/users/index.ts';
import { audit, logRetention } from './records/audit/index.ts';
import { changes } from './records/changes/index.ts';
import { consoleSettings, dashboard } from './records/dashboard/index.ts';
import { logStreams } from './records/log-streams/index.ts';
import { metering } from './records/metering/index.ts';
import { userAssets } from './records/user-assets/index.ts';
import { webhooks } from './records/webhooks/index.ts';
import { actions } from './sign-in/actions/index.ts';
import { avatarUploads } from './sign-in/avatar-uploads/index.ts';
import { consent } from './sign-in/consent/index.ts';
import { consoleSignIn } from './sign-in/console-sign-in/index.ts';
import { legacyInteraction } from './sign-in/legacy-interaction/index.ts';
import { newDevices } from './sign-in/new-devices/index.ts';
import { signIn } from './sign-in/sign-in/index.ts';
import { signInRequests } from './sign-in/sign-in-requests/index.ts';
import { verificationCodes } from './sign-in/verification-codes/index.ts';

/** Both editions. */
export const coreFeatures: Feature[] = [
  vault,
  wellKnown,
  oidc,
  signInExperience,
  signIn,
  avatarUploads,
  actions,
  newDevices,
  signInRequests,
  legacyInteraction,
  consent,
  applications,
  samlApplications,
  resources,
  roles,
  scripts,
  customJwt,
  domains,
  dynamicClients,
  connectors,
  customPhrases,
  customProfileFields,
  accountCenter,
  account,
  accountData,
  captchaProvider,
  emailBlocklist,
  sessionPolicy,
  signInProtection,
  userAssets,
  emailTemplates,
  mailbox,
  messageLimits,
  users,
  userSessions,
  userJobs,
  userViews,
  organizationTemplate,
  organizations,
  personalAccessTokens,
  subjectTokens,
  oneTimeTokens,
  consoleInvitations,
  secrets,
  ssoConnectors,
  directorySync,
  ssoSetup,
  verificationCodes,
  me,
  throttle,
  audit,
  webhooks,
  changes,
  logStreams,
  authn,
  metering,
  dashboard,
  jobs,
  consoleSettings,
  documentation,
  assistant,
  trackers,
  doctor,
];

/** The cloud edition adds these. */
export const cloudFeatures: Feature[] = [
  tenants,
  regions,
  accountDeletion,
  consoleSignIn,
  plans,
  billing,
  operators,
  serviceLevels,
  operatorJobs,
  usageAlerts,
  tenantMails,
  live,
  logRetention,
];

/** The open-source edition adds these: there the tenant and the installation are one. */
export const openSourceFeatures: Feature[] = [installationJobs, administrators];

/** Columns that the vault protects, of both editions. */
export const sealedColumns = [...coreFeatures, ...cloudFeatures, ...openSourceFeatures].flatMap(
  ({ sealed = [] }) => sealed,
);
