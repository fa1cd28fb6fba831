import {
  type Connector,
  type ConnectorFactory,
  connectorFactoriesApi,
  connectorsApi,
} from '@postern/contracts/messages/connectors';
import { IconReplace } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { connectorGuidePath, createConnectorPath } from '#paths/connectors.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './connectors.module.css';
import { CreateForm } from './create-form.tsx';
import { createTypeOf, listPathOf, tabOf } from './kinds.ts';
import { Readme } from './readme.tsx';
import { ConnectorLogo } from './shared/connector-logo.tsx';
import { sayIn } from './shared/say-in.ts';
import { ShortSteps } from './short-steps.tsx';

export function GuidePage() {
  const { tab, factoryId } = usePathParams(connectorGuidePath);
  const read = useRead(connectorFactoriesApi.get, { params: { id: factoryId } }, { staleTime: 300_000 });
  const factory = read.data;
  const isUnknown = read.error instanceof RequestError && read.error.status === 404;
  if (isUnknown || (factory && tabOf(factory.type) !== tab)) {
    return <NotFound />;
  }
  if (factory) {
    return <Guide key={factoryId} factory={factory} />;
  }
  return (
    <PageBody busy={!read.error}>
      {read.error ? <LoadFailed error={read.error} retry={read.refetch} /> : <Skeleton width="100%" height={320} />}
    </PageBody>
  );
}

/** The setup guide of a provider next to its form. */
function Guide({ factory }: { factory: ConnectorFactory }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const name = sayIn(factory.name, i18n.language);
  usePageTitle(t('connectors.guide.title', { name }));
  return (
    <PageBody>
      <Breadcrumb
        parents={[
          { to: listPathOf(factory.type), label: t('nav.connectors') },
          {
            to: createConnectorPath,
            params: { tab: tabOf(factory.type), createType: createTypeOf[factory.type] },
            label: t(`connectors.create.titles.${factory.type}`),
          },
        ]}
        current={name}
      />
      <header className={classes.guideHead}>
        <ConnectorLogo of={factory} size="large" />
        <div>
          <h1>{t('connectors.guide.title', { name })}</h1>
          <p>{sayIn(factory.description, i18n.language)}</p>
        </div>
      </header>
      <Replaced factory={factory} />
      <div className={classes.guide}>
        <section
          className={classes.guideText}
          aria-labelledby={id}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <h2 id={id}>{t('connectors.guide.readme')}</h2>
          <ShortSteps of={factory} />
          <Readme markdown={factory.readme} />
        </section>
        <CreateForm factory={factory} />
      </div>
    </PageBody>
  );
}

/** A tenant has one sender per type: the new one replaces the old one. */
function Replaced({ factory }: { factory: ConnectorFactory }) {
  const { t, i18n } = useTranslation();
  const { data } = useRead(connectorsApi.list, { query: {} }, { enabled: factory.type !== 'Social', quiet: true });
  const old: Connector | undefined = data?.find(({ type }) => type === factory.type);
  return (
    factory.type !== 'Social' &&
    old && (
      <div className={classes.notice}>
        <Notice
          tone="warning"
          icon={IconReplace}
          title={t('connectors.guide.replaces', { name: sayIn(old.name, i18n.language) })}
        >
          {t('connectors.guide.replacesBody')}
        </Notice>
      </div>
    )
  );
}
