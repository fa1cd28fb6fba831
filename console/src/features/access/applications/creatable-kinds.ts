/** Types that the create dialog offers. Protected applications also need a setting of the server. */
export const creatableKinds = ['Native', 'SPA', 'Traditional', 'MachineToMachine', 'SAML', 'Protected'] as const;
/** Types that can belong to somebody else. */
export const thirdPartyKinds = ['Native', 'SPA', 'Traditional'] as const;
