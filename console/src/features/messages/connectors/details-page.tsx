import { Button, Menu } from '@mantine/core';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { IconBook, IconReplace, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectorPath, createConnectorPath } from '#paths/connectors.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { DetailHeader, DetailHeaderSkeleton } from '#platform/detail/detail-header.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { PageBody } from '#platform/page/page-header.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { useDeleteConnector } from './delete.ts';
import { createTypeOf, listPathOf, tabOf, typeIcons } from './kinds.ts';
import { OfferNotice } from './offer-notice.tsx';
import { ReadmeDrawer } from './readme.tsx';
import { Settings } from './settings.tsx';
import { ConnectorLogo } from './shared/connector-logo.tsx';
import { sayIn } from './shared/say-in.ts';

export function DetailsPage() {
  const { t, i18n } = useTranslation();
  const { tab, connectorId } = usePathParams(connectorPath);
  const read = useRead(connectorsApi.get, { params: { id: connectorId } });
  const connector = read.data;
  const isUnknown = read.error instanceof RequestError && read.error.status === 404;
  if (isUnknown || (connector && tabOf(connector.type) !== tab)) {
    return <NotFound wasOpen={read.isRefetchError} />;
  }
  const list = listPathOf(tab === 'social' ? 'Social' : 'Email');
  return (
    <PageBody busy={!connector && !read.error}>
      <Breadcrumb
        parents={[{ to: list, label: t('nav.connectors') }]}
        current={connector ? sayIn(connector.name, i18n.language) : '…'}
      />
      {connector && (
        <>
          <Header connector={connector} />
          <Settings
            key={connector.id}
            connector={connector}
            notice={<OfferNotice connectors={socialOf(connector)} />}
          />
        </>
      )}
      {!connector &&
        (read.error ? (
          <LoadFailed error={read.error} retry={read.refetch} />
        ) : (
          <>
            <DetailHeaderSkeleton actions />
            <Cards>
              <FormCardSkeleton fields={4} />
            </Cards>
          </>
        ))}
    </PageBody>
  );
}

const socialOf = (connector: Connector) => (connector.type === 'Social' ? [connector] : []);

function Header({ connector }: { connector: Connector }) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const [isReading, setReading] = useState(false);
  const remove = useDeleteConnector(() => go(listPathOf(connector.type), {}, { force: true }));
  const { type } = connector;
  return (
    <>
      <DetailHeader
        image={<ConnectorLogo of={connector} size="large" />}
        name={sayIn(connector.name, i18n.language)}
        tags={<Tag icon={typeIcons[type]}>{t(`connectors.types.${type}`)}</Tag>}
        id={connector.id}
        copyLabel={t('connectors.copyId')}
        actions={
          <Button
            variant="default"
            leftSection={<IconBook size={18} stroke={1.5} aria-hidden />}
            onClick={() => setReading(true)}
          >
            {t('connectors.guide.open')}
          </Button>
        }
        menu={
          <>
            {type !== 'Social' && (
              <Menu.Item
                leftSection={<IconReplace size={18} stroke={1.5} />}
                onClick={() => void go(createConnectorPath, { tab: tabOf(type), createType: createTypeOf[type] })}
              >
                {t('connectors.change')}
              </Menu.Item>
            )}
            <Menu.Item
              data-danger
              leftSection={<IconTrash size={18} stroke={1.5} />}
              onClick={() => void remove(connector)}
            >
              {t('actions.delete')}
            </Menu.Item>
          </>
        }
      />
      <ReadmeDrawer opened={isReading} onClose={() => setReading(false)} connector={connector} />
    </>
  );
}
