import { Button } from '@mantine/core';
import { type Connector, connectorsApi } from '@postern/contracts/messages/connectors';
import { IconMailbox, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { connectorPath, createConnectorPath } from '#paths/connectors.ts';
import { emailTemplatesPath } from '#paths/email-templates.ts';
import { mailboxPath } from '#paths/mailbox.ts';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { config } from '#platform/config.ts';
import { CardTable } from '#platform/detail/card-table.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { useTellOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './connectors.module.css';
import { useDeleteConnector } from './delete.ts';
import { createTypeOf, tabOf, typeIcons } from './kinds.ts';
import { ListFrame } from './list-frame.tsx';
import { ConnectorLogo } from './shared/connector-logo.tsx';
import { sayIn } from './shared/say-in.ts';

const senders = ['Email', 'Sms'] as const;
type Sender = { type: (typeof senders)[number]; connector?: Connector };

/** One sender for email and one for text messages. */
export function PasswordlessPage() {
  const { t, i18n } = useTranslation();
  const read = useRead(connectorsApi.list, { query: {} });
  const remove = useDeleteConnector();
  useTellOutOfReach(!read.data && isOutOfReach(read.error));
  const rows =
    read.data && senders.map((type): Sender => ({ type, connector: read.data.find((one) => one.type === type) }));
  const missing = rows?.find(({ connector }) => !connector);
  return (
    <ListFrame
      busy={read.isPending}
      actions={
        <Button
          component={PageLink}
          to={emailTemplatesPath}
          variant="default"
          leftSection={<IconTemplate size={18} stroke={1.5} aria-hidden />}
        >
          {t('nav.emailTemplates')}
        </Button>
      }
    >
      {missing && <MissingNotice only={rows?.some(({ connector }) => connector) ? missing.type : undefined} />}
      {read.error && !read.data ? (
        <ReadFailed {...read} />
      ) : (
        <div className={classes.table}>
          <CardTable
            label={t('connectors.tabs.passwordless')}
            rows={rows}
            rowKey={({ type }) => type}
            columns={[
              { id: 'connector', title: t('connectors.columns.connector'), cell: (row) => <Provider {...row} /> },
              {
                id: 'type',
                title: t('connectors.columns.type'),
                width: '160px',
                cell: ({ type }) => t(`connectors.types.${type}`),
              },
              { id: 'state', title: t('connectors.columns.state'), width: '160px', cell: (row) => <State {...row} /> },
            ]}
            menu={({ connector }) =>
              connector && (
                <IconButton
                  label={t('connectors.delete.what', { name: sayIn(connector.name, i18n.language) })}
                  onClick={() => void remove(connector)}
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </IconButton>
              )
            }
          />
        </div>
      )}
    </ListFrame>
  );
}

function Provider({ type, connector }: Sender) {
  const { t, i18n } = useTranslation();
  return (
    <span className={classes.provider}>
      {connector ? <ConnectorLogo of={connector} /> : <Tile icon={typeIcons[type]} />}
      {connector ? (
        <PageLink
          className={`${classes.providerName} truncate`}
          to={connectorPath}
          params={{ tab: tabOf(type), connectorId: connector.id }}
        >
          {sayIn(connector.name, i18n.language)}
        </PageLink>
      ) : (
        <span className={classes.missing}>{t(`connectors.missing.${type}`)}</span>
      )}
    </span>
  );
}

function State({ type, connector }: Sender) {
  const { t } = useTranslation();
  if (!connector && isReadOnly()) {
    return '–';
  }
  return connector ? (
    <Tag tone="success">{t('connectors.ready')}</Tag>
  ) : (
    <Button
      component={PageLink}
      to={createConnectorPath}
      params={{ tab: tabOf(type), createType: createTypeOf[type] }}
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      aria-label={t(`connectors.setUp.${type}`)}
    >
      {t('connectors.setUp.short')}
    </Button>
  );
}

/** What happens to messages without a connector: to all of them, or only to those of one type. */
function MissingNotice({ only }: { only: Sender['type'] | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={classes.notice}>
      {config.hasMailbox ? (
        <Notice
          tone="info"
          icon={IconMailbox}
          title={only ? t(`connectors.missing.mailboxTitleOf.${only}`) : t('connectors.missing.mailboxTitle')}
        >
          <Trans
            i18nKey="connectors.missing.mailboxBody"
            components={{ to: <PageLink className="link" to={mailboxPath} /> }}
          />
        </Notice>
      ) : (
        <Notice
          tone="warning"
          icon={IconMailbox}
          title={only ? t(`connectors.missing.titleOf.${only}`) : t('connectors.missing.title')}
        >
          {t('connectors.missing.body')}
        </Notice>
      )}
    </div>
  );
}
