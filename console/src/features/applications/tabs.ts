import type { Application } from '@postern/contracts/applications';
import type { Text } from '#platform/i18n/text.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { isBranded } from './kinds.ts';
import {
  applicationBrandingPath,
  applicationLogsPath,
  applicationOrganizationsPath,
  applicationPermissionsPath,
  applicationRolesPath,
  applicationSettingsPath,
  applicationTokenPath,
} from './paths.ts';

type ApplicationTab = { to: PagePath<string>; label: Text; isFor: (application: Application) => boolean };

const isMachine = ({ type }: Application) => type === 'MachineToMachine';

const tabs: readonly ApplicationTab[] = [
  { to: applicationSettingsPath, label: (t) => t('applications.tabs.settings'), isFor: () => true },
  { to: applicationRolesPath, label: (t) => t('applications.tabs.roles'), isFor: isMachine },
  {
    to: applicationPermissionsPath,
    label: (t) => t('applications.tabs.permissions'),
    isFor: ({ isThirdParty }) => isThirdParty,
  },
  { to: applicationBrandingPath, label: (t) => t('applications.tabs.branding'), isFor: ({ type }) => isBranded(type) },
  { to: applicationTokenPath, label: (t) => t('applications.tabs.token'), isFor: ({ type }) => type !== 'SAML' },
  { to: applicationOrganizationsPath, label: (t) => t('applications.tabs.organizations'), isFor: isMachine },
  { to: applicationLogsPath, label: (t) => t('applications.tabs.logs'), isFor: isMachine },
];

/** The tabs that an application has, by its type. */
export const tabsOf = (application: Application) => tabs.filter(({ isFor }) => isFor(application));
