import type { Application } from '@postern/contracts/access/applications';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { Connector } from '@postern/contracts/messages/connectors';
import type { Log } from '@postern/contracts/records/audit';
import { accountCenterAppId, defaultBrandColor, demoAppId } from '@postern/contracts/wire';

type Look = Pick<SignInExperience, 'branding' | 'color' | 'customCss'>;

/** Whether the sign-in pages differ from those of a new tenant. */
export const isBranded = ({ branding, color, customCss }: Look): boolean =>
  Object.values(branding).some(Boolean) ||
  Boolean(customCss) ||
  color.primaryColor.toLowerCase() !== defaultBrandColor.toLowerCase();

/** Demo connectors come with a new tenant of the cloud edition. */
export const canSend = (connectors: readonly Pick<Connector, 'isDemo' | 'type'>[]): boolean =>
  connectors.some(({ isDemo, type }) => !isDemo && type !== 'Social');

/** Applications that every tenant has. */
const builtIn: readonly string[] = [demoAppId, accountCenterAppId];

/** Whether somebody signed in to an application that was set up here. */
export const isSignedInTo = (logs: readonly Pick<Log, 'payload'>[]): boolean =>
  logs.some(
    ({ payload: { result, applicationId } }) =>
      result === 'Success' && applicationId !== undefined && !builtIn.includes(applicationId),
  );

/** The newest application that people can sign in to. */
export const findWaiting = <Client extends Pick<Application, 'type'>>(applications: readonly Client[]) =>
  applications.find(({ type }) => type !== 'MachineToMachine');
