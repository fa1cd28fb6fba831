import {
  type ConnectorFactory,
  type ConnectorType,
  connectorFactoriesApi,
  connectorsApi,
} from '@postern/contracts/messages/connectors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectorGuidePath, createConnectorPath } from '#paths/connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './connectors.module.css';
import { type FactoryGroup, groupFactories } from './group-factories.ts';
import { listPathOf, readCreateType, tabOf } from './kinds.ts';
import { PlatformDialog } from './platform-dialog.tsx';
import { ConnectorLogo } from './shared/connector-logo.tsx';
import { sayIn } from './shared/say-in.ts';

export function CreatePage() {
  const type = readCreateType(usePathParams(createConnectorPath));
  return type ? <ChooseProvider type={type} /> : <NotFound />;
}

/** The available providers, as cards. */
function ChooseProvider({ type }: { type: ConnectorType }) {
  const { t } = useTranslation();
  const factories = useRead(connectorFactoriesApi.list, {}, { staleTime: 300_000 });
  const connectors = useRead(connectorsApi.list, { query: {} });
  const [asked, setAsked] = useState<FactoryGroup>();
  const error = factories.error ?? connectors.error;
  const groups = factories.data && connectors.data && groupFactories(factories.data, type, connectors.data);
  return (
    <PageBody busy={!groups}>
      <Breadcrumb
        parents={[{ to: listPathOf(type), label: t('nav.connectors') }]}
        current={t(`connectors.create.titles.${type}`)}
      />
      <PageHeader title={t(`connectors.create.titles.${type}`)} purpose={t(`connectors.create.purposes.${type}`)} />
      {error && !groups ? (
        <LoadFailed error={error} retry={() => Promise.all([factories.refetch(), connectors.refetch()])} />
      ) : (
        <ul className={classes.cards}>
          {groups
            ? groups.map((group) => (
                <li key={group.target}>
                  <ProviderCard group={group} onAsk={() => setAsked(group)} />
                </li>
              ))
            : [1, 2, 3, 4].map((card) => (
                <li key={card} className={classes.card}>
                  <Skeleton width={40} height={40} />
                  <Skeleton width={120} />
                </li>
              ))}
        </ul>
      )}
      {asked && (
        <PlatformDialog
          group={asked}
          taken={connectors.data?.map(({ connectorId }) => connectorId) ?? []}
          onClose={() => setAsked(undefined)}
        />
      )}
    </PageBody>
  );
}

/** Links to the guide; asks for a platform first if a provider has several. */
function ProviderCard({ group, onAsk }: { group: FactoryGroup; onAsk: () => void }) {
  const [factory] = group.factories;
  if (group.isTaken) {
    return (
      <div className={classes.card} data-taken>
        <CardText factory={factory} isTaken />
      </div>
    );
  }
  return group.factories.length > 1 ? (
    <button type="button" className={classes.card} onClick={onAsk}>
      <CardText factory={factory} />
    </button>
  ) : (
    <PageLink
      className={classes.card}
      to={connectorGuidePath}
      params={{ tab: tabOf(factory.type), factoryId: factory.id }}
    >
      <CardText factory={factory} />
    </PageLink>
  );
}

function CardText({ factory, isTaken }: { factory: ConnectorFactory; isTaken?: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <ConnectorLogo of={factory} size="medium" />
      <span className={classes.cardText}>
        <span className={classes.cardName}>{sayIn(factory.name, i18n.language)}</span>
        <span className={classes.cardAbout}>
          {isTaken ? t('connectors.create.taken') : sayIn(factory.description, i18n.language)}
        </span>
      </span>
    </>
  );
}
