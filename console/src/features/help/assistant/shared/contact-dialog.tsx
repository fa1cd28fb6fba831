import { Button } from '@mantine/core';
import { IconBug, IconCalendarTime, IconMail, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import classes from './contact-dialog.module.css';

const { chat, issues, email, meeting } = config.contact;

const ways = [
  { id: 'chat', icon: IconMessages, address: chat },
  { id: 'issues', icon: IconBug, address: issues },
  { id: 'email', icon: IconMail, address: email && `mailto:${email}` },
  { id: 'meeting', icon: IconCalendarTime, address: meeting },
] as const;

/** Addresses that the operator has not set lead to the help page, and the row says so. */
export function ContactDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened={opened}
      onClose={onClose}
      size="small"
      title={t('contact.title')}
      {...(ways.some(({ address }) => address) ? { description: t('contact.body') } : {})}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      footer={
        <Button type="submit" variant="default">
          {t('actions.close')}
        </Button>
      }
    >
      <ul className={classes.ways}>
        {ways.map(({ id, icon: Icon, address }) => (
          <li key={id}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <div>
              <div className={classes.title}>{t(`contact.ways.${id}.title`)}</div>
              <div className={classes.help}>{address ? t(`contact.ways.${id}.help`) : t('contact.unset')}</div>
            </div>
            <Button
              component="a"
              variant="default"
              size="xs"
              href={address ?? `${config.docsUrl}/help#report-a-problem`}
              target="_blank"
              rel="noreferrer"
            >
              {address ? t(`contact.ways.${id}.action`) : t('contact.helpPage')}
            </Button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  );
}
