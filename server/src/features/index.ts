import type { Feature } from '#platform/app';
import { account } from './account/index.ts';
import { accountCenter } from './account-center/index.ts';
import { accountData } from './account-data/index.ts';
import { applications } from './applications/index.ts';
import { audit } from './audit/index.ts';
import { authn } from './authn/index.ts';
import { billing } from './billing/index.ts';
import { captchaProvider } from './captcha-provider/index.ts';
import { connectors } from './connectors/index.ts';
import { consent } from './consent/index.ts';
import { consoleSettings } from './console-settings/index.ts';
import { consoleSignIn } from './console-sign-in/index.ts';
import { customJwt } from './custom-jwt/index.ts';
import { customPhrases } from './custom-phrases/index.ts';
import { customProfileFields } from './custom-profile-fields/index.ts';
import { documentation } from './docs/index.ts';
import { emailTemplates } from './email-templates/index.ts';
import { legacyInteraction } from './legacy-interaction/index.ts';
import { live } from './live/index.ts';
import { logRetention } from './log-retention/index.ts';
import { mailbox } from './mailbox/index.ts';
import { accountDeletion, me } from './me/index.ts';
import { metering } from './metering/index.ts';
import { oidc } from './oidc/index.ts';
import { oneTimeTokens } from './one-time-tokens/index.ts';
import { operators } from './operators/index.ts';
import { organizationScopes } from './organization-scopes/index.ts';
import { passwordPolicy } from './password-policy/index.ts';
import { personalAccessTokens } from './personal-access-tokens/index.ts';
import { plans } from './plans/index.ts';
import { regions } from './regions/index.ts';
import { resources } from './resources/index.ts';
import { roles } from './roles/index.ts';
import { secrets } from './secrets/index.ts';
import { signIn } from './sign-in/index.ts';
import { signInExperience } from './sign-in-experience/index.ts';
import { subjectTokens } from './subject-tokens/index.ts';
import { tenants } from './tenants/index.ts';
import { throttle } from './throttle/index.ts';
import { usageAlerts } from './usage-alerts/index.ts';
import { userAssets } from './user-assets/index.ts';
import { userJobs } from './user-jobs/index.ts';
import { userSessions } from './user-sessions/index.ts';
import { userViews } from './user-views/index.ts';
import { users } from './users/index.ts';
import { verificationCodes } from './verification-codes/index.ts';
import { wellKnown } from './well-known/index.ts';

/** Both editions. */
export const coreFeatures: Feature[] = [
  wellKnown,
  oidc,
  signInExperience,
  passwordPolicy,
  signIn,
  legacyInteraction,
  consent,
  applications,
  resources,
  roles,
  customJwt,
  connectors,
  customPhrases,
  customProfileFields,
  accountCenter,
  account,
  accountData,
  captchaProvider,
  userAssets,
  emailTemplates,
  mailbox,
  users,
  userSessions,
  userJobs,
  userViews,
  organizationScopes,
  personalAccessTokens,
  subjectTokens,
  oneTimeTokens,
  secrets,
  verificationCodes,
  me,
  throttle,
  audit,
  authn,
  metering,
  consoleSettings,
  documentation,
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
  usageAlerts,
  live,
  logRetention,
];
