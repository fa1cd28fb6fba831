import { Button } from '@mantine/core';
import { IconBug, IconCalendarTime, IconMail, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import classes from '../plans.module.css';

const help = `${config.docsUrl}/help`;

/** Contacts that the operator has not configured link to the help page. */
const ways = [
  { id: 'chat', icon: IconMessages, address: config.contact.chat ?? help },
  { id: 'issues', icon: IconBug, address: config.contact.issues ?? help },
  { id: 'email', icon: IconMail, address: config.contact.email ? `mailto:${config.contact.email}` : help },
  { id: 'meeting', icon: IconCalendarTime, address: config.contact.meeting ?? help },
] as const;

export function ContactDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      opened={opened}
      onClose={onClose}
      size="small"
      title={t('plans.contact.title')}
      description={t('plans.contact.body')}
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
              <div className={classes.wayTitle}>{t(`plans.contact.ways.${id}.title`)}</div>
              <div className={classes.wayHelp}>{t(`plans.contact.ways.${id}.help`)}</div>
            </div>
            <Button component="a" variant="default" size="xs" href={address} target="_blank" rel="noreferrer">
              {t(`plans.contact.ways.${id}.action`)}
            </Button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  );
}
