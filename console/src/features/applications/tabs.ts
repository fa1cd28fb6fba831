import type { Application } from '@postern/contracts/applications';
import type { Text } from '#platform/i18n/text.ts';
import type { PagePath } from '#platform/router/page-path.ts';
import { applicationSettingsPath, applicationTokenPath } from './paths.ts';

type ApplicationTab = { to: PagePath<string>; label: Text; isFor: (application: Application) => boolean };

const tabs: readonly ApplicationTab[] = [
  { to: applicationSettingsPath, label: (t) => t('applications.tabs.settings'), isFor: () => true },
  { to: applicationTokenPath, label: (t) => t('applications.tabs.token'), isFor: ({ type }) => type !== 'SAML' },
];

/** The tabs that an application has, by its type. */
export const tabsOf = (application: Application) => tabs.filter(({ isFor }) => isFor(application));
