import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Connector } from '@postern/contracts/messages/connectors';
import { defaultBrandColor } from '@postern/contracts/wire';

type Look = Pick<SignInExperience, 'branding' | 'color' | 'customCss'>;

/** Whether the sign-in pages differ from those of a new tenant. */
export const isBranded = ({ branding, color, customCss }: Look): boolean =>
  Object.values(branding).some(Boolean) ||
  Boolean(customCss) ||
  color.primaryColor.toLowerCase() !== defaultBrandColor.toLowerCase();

/** Demo connectors come with a new tenant of the cloud edition. */
export const canSend = (connectors: readonly Pick<Connector, 'isDemo' | 'type'>[]): boolean =>
  connectors.some(({ isDemo, type }) => !isDemo && type !== 'Social');
