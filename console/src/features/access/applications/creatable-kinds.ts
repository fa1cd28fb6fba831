import { config } from '#platform/config.ts';

const alwaysCreatable = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'SAML'] as const;

/** Types that the create dialog offers. */
export const creatableKinds = [...alwaysCreatable, ...(config.hasProtectedApps ? (['Protected'] as const) : [])];
