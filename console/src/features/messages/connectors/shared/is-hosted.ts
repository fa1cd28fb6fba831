import type { Connector } from '@postern/contracts/messages/connectors';

/** Whether the operator sends for this connector. Only such connectors have further information. */
export const isHosted = ({ extraInfo }: Connector): boolean => extraInfo !== undefined;
