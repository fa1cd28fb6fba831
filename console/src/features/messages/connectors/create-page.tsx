import {
  type ConnectorFactory,
  type ConnectorType,
  connectorFactoriesApi,
  connectorsApi,
} from '@postern/contracts/messages/connectors';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { connectorGuidePath, createConnectorPath } from '#paths/connectors.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './connectors.module.css';
import { type FactoryGroup, groupFactories } from './group-factories.ts';
import { listPathOf, readCreateType, tabOf } from './kinds.ts';
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

const Choice = z.object({ factoryId: z.string().min(1) });

/** Selects a platform of a provider. */
function PlatformDialog({
  group,
  taken,
  onClose,
}: {
  group: FactoryGroup;
  taken: readonly string[];
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const [first] = group.factories;
  const left = group.factories.filter(({ id }) => !taken.includes(id));
  const form = useForm({ resolver: schemaResolver(Choice), defaultValues: { factoryId: left[0]?.id ?? '' } });
  const open = form.handleSubmit(({ factoryId }) => go(connectorGuidePath, { tab: tabOf(first.type), factoryId }));
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={sayIn(first.name, i18n.language)}
      description={t('connectors.create.platformHelp')}
      onSubmit={open}
      footer={
        <DialogButtons onCancel={onClose} busy={false}>
          {t('connectors.create.next')}
        </DialogButtons>
      }
    >
      <RadioCards
        control={form.control}
        name="factoryId"
        label={t('connectors.create.platform')}
        choices={left.map(({ id, platform, description }) => ({
          value: id,
          label: t(`connectors.platforms.${platform ?? 'Universal'}`),
          help: sayIn(description, i18n.language),
        }))}
        missing={t('fields.required')}
        autoFocus
      />
    </DialogFrame>
  );
}
