import type { EditionName } from '#platform/config.ts';
import type { Feature } from '#platform/feature.ts';
import { applications } from './applications/index.tsx';
import { billing } from './billing/index.tsx';
import { connectors } from './connectors/index.tsx';
import { customJwt } from './custom-jwt/index.tsx';
import { emailTemplates } from './email-templates/index.tsx';
import { guides } from './guides/index.tsx';
import { cloudLandings, landings } from './landings/index.tsx';
import { live } from './live/index.tsx';
import { mailbox } from './mailbox/index.tsx';
import { operators } from './operators/index.tsx';
import { plans } from './plans/index.tsx';
import { cloudProfile, profile } from './profile/index.tsx';
import { regions } from './regions/index.tsx';
import { resources } from './resources/index.tsx';
import { roles } from './roles/index.tsx';
import { signInExperience } from './sign-in-experience/index.tsx';
import { signingKeys } from './signing-keys/index.tsx';
import { tenantSettings } from './tenant-settings/index.tsx';
import { tenants } from './tenants/index.tsx';
import { userJobs } from './user-jobs/index.tsx';
import { users } from './users/index.tsx';

const core: readonly Feature[] = [
  applications,
  signInExperience,
  connectors,
  emailTemplates,
  guides,
  resources,
  roles,
  users,
  userJobs,
  signingKeys,
  customJwt,
  mailbox,
];

/** The console's features, in the order of the sidebar. */
export const features: Record<EditionName, readonly Feature[]> = {
  oss: [...core, profile, landings],
  cloud: [...core, tenants, regions, plans, tenantSettings, billing, cloudProfile, operators, cloudLandings, live],
};
