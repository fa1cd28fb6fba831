import type { Connector, ConnectorFactory, ConnectorType } from '@postern/contracts/messages/connectors';

/** One card: a provider, with a factory for each platform. */
export type FactoryGroup = {
  target: string;
  factories: [ConnectorFactory, ...ConnectorFactory[]];
  /** All platforms are in use, and none may be added twice. */
  isTaken: boolean;
};

const isTakenBy = (connectors: readonly Pick<Connector, 'connectorId'>[], factory: ConnectorFactory) =>
  !factory.isStandard && connectors.some(({ connectorId }) => connectorId === factory.id);

/** The factories of a connector type. Standard ones come last: they are for providers without a card. */
export function groupFactories(
  all: readonly ConnectorFactory[],
  type: ConnectorType,
  connectors: readonly Pick<Connector, 'connectorId'>[],
): FactoryGroup[] {
  const groups = new Map<string, FactoryGroup>();
  for (const factory of all) {
    if (factory.type !== type || factory.isDemo) {
      continue;
    }
    // A new sender replaces the previous one, so senders are never taken.
    const isTaken = type === 'Social' && isTakenBy(connectors, factory);
    const group = groups.get(factory.target);
    if (group) {
      group.factories.push(factory);
      group.isTaken &&= isTaken;
    } else {
      groups.set(factory.target, { target: factory.target, factories: [factory], isTaken });
    }
  }
  const standards = [...groups.values()].filter(({ factories: [first] }) => first.isStandard);
  return [...[...groups.values()].filter((group) => !standards.includes(group)), ...standards];
}
