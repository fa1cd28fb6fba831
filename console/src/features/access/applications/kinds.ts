import { type ApplicationType, secretBearingTypes } from '@postern/contracts/access/applications';
import {
  IconArrowsExchange,
  IconBrowser,
  IconDeviceMobile,
  IconIdBadge2,
  IconServer2,
  IconShieldLock,
} from '@tabler/icons-react';
import type { Icon } from '#platform/feature.ts';

export const kindIcons: Record<ApplicationType, Icon> = {
  Native: IconDeviceMobile,
  SPA: IconBrowser,
  Traditional: IconServer2,
  MachineToMachine: IconArrowsExchange,
  Protected: IconShieldLock,
  SAML: IconIdBadge2,
};

/** Kinds that the create dialog offers; the others have ways of their own. */
export const creatableKinds = ['Native', 'SPA', 'Traditional', 'MachineToMachine'] as const;

export const keepsSecrets = (kind: ApplicationType) => secretBearingTypes.includes(kind);

/** People sign in to everything but a service, so only a service needs no redirects and refresh tokens. */
export const signsPeopleIn = (kind: ApplicationType) => kind !== 'MachineToMachine';

/** Sign-in pages may look as the application does. */
export const isBranded = (kind: ApplicationType) => signsPeopleIn(kind) && kind !== 'SAML';
