import { Menu } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';

/** Without an address of the operator, the help page says how to report a problem. */
const helpPage = `${config.docsUrl}/help#report-a-problem`;

const links = [
  { id: 'docs', address: `${config.docsUrl}/help` },
  { id: 'chat', address: config.contact.chat ?? helpPage },
  { id: 'issues', address: config.contact.issues ?? helpPage },
] as const;

export function HelpMenu({ onContact }: { onContact: () => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('assistant.help')} size="small">
          <IconLifebuoy size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onContact}>{t('assistant.ways.contact')}</Menu.Item>
        {links.map(({ id, address }) => (
          <Menu.Item key={id} component="a" href={address} target="_blank" rel="noreferrer">
            {t(`assistant.ways.${id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
