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

export const keepsSecrets = (kind: ApplicationType) => secretBearingTypes.includes(kind);

/** Users sign in to every type except machines, so only machines have no redirects and refresh tokens. */
export const signsPeopleIn = (kind: ApplicationType) => kind !== 'MachineToMachine';

/** Whether the type can have its own sign-in branding. */
export const isBranded = (kind: ApplicationType) => signsPeopleIn(kind) && kind !== 'SAML';
