import { Button } from '@mantine/core';
import type { MailboxMessage } from '@postern/contracts/messages/mailbox';
import { IconExternalLink, IconMail, IconMessage } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { MailFrame } from '#platform/mail/mail-frame.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './mailbox.module.css';

/** One message: recipient, purpose, code and link, and the full content on demand. */
export function MessageCard({ message }: { message: MailboxMessage }) {
  const { t } = useTranslation();
  const { moment, relative } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const titleId = useId();
  const { kind, recipient, templateType, subject, createdAt } = message;
  return (
    <li className={classes.message}>
      <article aria-labelledby={titleId}>
        <div className={classes.head}>
          <Tile icon={kind === 'Email' ? IconMail : IconMessage} />
          <div className={classes.who}>
            <h2 id={titleId} className={`${classes.recipient} truncate`} title={recipient}>
              {kind === 'Sms' ? `+${recipient}` : recipient}
            </h2>
            <p className={classes.about}>
              <Tag small>{t(`emailTemplates.types.${templateType}`)}</Tag>
              <time dateTime={new Date(createdAt).toISOString()} title={moment(createdAt)}>
                {relative(createdAt)}
              </time>
            </p>
          </div>
          <Handles message={message} />
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            aria-describedby={titleId}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'mailbox.hide' : 'mailbox.show')}
          </Button>
        </div>
        <div id={bodyId} className={classes.body} hidden={!isOpen}>
          {subject && <p className={classes.subject}>{subject}</p>}
          {isOpen && (
            <MailFrame
              title={t('mailbox.content', { recipient })}
              content={message.content}
              contentType={message.contentType}
              opensLinks
            />
          )}
        </div>
      </article>
    </li>
  );
}

function Handles({ message: { code, link } }: { message: MailboxMessage }) {
  const { t } = useTranslation();
  return (
    <div className={classes.handles}>
      {code && (
        <span className={classes.code}>
          <code>{code}</code>
          <CopyButton value={code} label={t('mailbox.copyCode')} />
        </span>
      )}
      {link && (
        <>
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="quiet"
            size="xs"
            rightSection={<IconExternalLink size={14} stroke={1.5} aria-hidden />}
          >
            {t('mailbox.openLink')}
          </Button>
          <CopyButton value={link} label={t('mailbox.copyLink')} />
        </>
      )}
    </div>
  );
}
