import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createConnectorPath } from '#paths/connectors.ts';
import { mailboxPath } from '#paths/mailbox.ts';
import { config } from '#platform/config.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from '../sign-in-methods.module.css';

type ConnectorNoticeProps = {
  kind: 'email' | 'phone';
  /** Replaces the default text about messages that cannot be sent. */
  children?: string;
};

/** Explains a missing connector, and links to creating one. */
export function ConnectorNotice({ kind, children }: ConnectorNoticeProps) {
  const { t } = useTranslation();
  const { hasMailbox } = config;
  return (
    <Notice
      tone={hasMailbox ? 'info' : 'warning'}
      icon={hasMailbox ? IconInfoCircle : IconAlertTriangle}
      title={t(`signInMethods.connectors.${kind}`)}
    >
      {hasMailbox ? t('signInMethods.connectors.inMailbox') : (children ?? t('signInMethods.connectors.missing'))}
      <span className={classes.links}>
        <PageLink
          className="link"
          to={createConnectorPath}
          params={{ tab: 'passwordless', createType: kind === 'email' ? 'email' : 'sms' }}
        >
          {t(kind === 'email' ? 'signInMethods.connectors.setUpEmail' : 'signInMethods.connectors.setUpPhone')}
        </PageLink>
        {hasMailbox && (
          <PageLink className="link" to={mailboxPath}>
            {t('signInMethods.connectors.mailbox')}
          </PageLink>
        )}
      </span>
    </Notice>
  );
}
