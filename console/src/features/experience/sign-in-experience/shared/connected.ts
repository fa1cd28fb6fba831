import type { Connector, SocialConnectorInfo } from '@postern/contracts/messages/connectors';

type Channels = { email: boolean; phone: boolean };

/** What the tenant's connectors make possible. */
export type Connected = {
  /** Whether messages are delivered, even if only to the mailbox. */
  channels: Channels;
  /** Whether a connector sends them. */
  connectors: Channels;
  /** One per target, in the order of the connectors. */
  social: Connector[];
  /** All social connectors, in the format of the sign-in pages. */
  socialConnectors: SocialConnectorInfo[];
  all: Connector[];
};

export function connectedOf(all: Connector[], hasMailbox: boolean): Connected {
  const has = (type: Connector['type']) => all.some((connector) => connector.type === type);
  const social = all.filter(({ type }) => type === 'Social');
  const connectors = { email: has('Email'), phone: has('Sms') };
  return {
    connectors,
    channels: { email: hasMailbox || connectors.email, phone: hasMailbox || connectors.phone },
    social: social.filter(({ target }, index) => social.findIndex((one) => one.target === target) === index),
    socialConnectors: social.map(({ id, target, platform, name, logo, logoDark, isStandard }) => ({
      id,
      target,
      platform,
      name,
      logo,
      logoDark,
      isStandard,
    })),
    all,
  };
}
