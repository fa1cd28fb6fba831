import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createConnectorPath } from '#paths/connectors.ts';
import { mailboxPath } from '#paths/mailbox.ts';
import { config } from '#platform/config.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './sign-in-methods.module.css';

type AddMenuProps = {
  label: string;
  choices: readonly { value: string; label: string }[];
  onAdd: (value: string) => void;
};

/** The remaining choices; renders nothing if there are none. */
export function AddMenu({ label, choices, onAdd }: AddMenuProps) {
  if (choices.length === 0) {
    return null;
  }
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label: name }) => (
          <Menu.Item key={value} onClick={() => onAdd(value)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The error of a row or a list. */
export function RowError({ message }: { message: string | undefined }) {
  return message ? (
    <div className={classes.wrong} role="alert">
      <FieldError message={message} />
    </div>
  ) : null;
}

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
