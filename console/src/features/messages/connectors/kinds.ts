import type { ConnectorType } from '@postern/contracts/messages/connectors';
import { IconMail, IconMessage, IconUsersGroup } from '@tabler/icons-react';
import { passwordlessConnectorsPath, socialConnectorsPath } from '#paths/connectors.ts';
import type { Icon } from '#platform/feature.ts';

/** The connector type, as it appears in the URL of the page that selects its provider. */
const createTypes = { email: 'Email', sms: 'Sms', social: 'Social' } as const satisfies Record<string, ConnectorType>;
type CreateType = keyof typeof createTypes;

export const createTypeOf: Record<ConnectorType, CreateType> = { Email: 'email', Sms: 'sms', Social: 'social' };

export const typeIcons: Record<ConnectorType, Icon> = { Email: IconMail, Sms: IconMessage, Social: IconUsersGroup };

/** The tab of a connector type; part of every URL below it. */
export const tabOf = (type: ConnectorType) => (type === 'Social' ? 'social' : 'passwordless');

export const listPathOf = (type: ConnectorType) =>
  type === 'Social' ? socialConnectorsPath : passwordlessConnectorsPath;

/** The type of a URL; undefined if its segments do not match. */
export function readCreateType({ tab, createType }: { tab: string; createType: string }): ConnectorType | undefined {
  const type = Object.entries(createTypes).find(([name]) => name === createType)?.[1];
  return type && tabOf(type) === tab ? type : undefined;
}
