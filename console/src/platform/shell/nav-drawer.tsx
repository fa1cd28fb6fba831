import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo } from '../ui/logo.tsx';
import classes from './shell.module.css';
import { NavGroups } from './sidebar.tsx';

/** The sidebar on a narrow screen. */
export function NavDrawer({ opened, onClose, links }: { opened: boolean; onClose: () => void; links: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={280}
      padding={0}
      classNames={{ content: classes.drawer ?? '', overlay: classes.scrim ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('shell.navigation')}>
        <div className={classes.drawerHead}>
          <IconButton label={t('shell.closeNavigation')} tooltip={false} onClick={onClose}>
            <IconX size={20} stroke={1.5} aria-hidden />
          </IconButton>
          <Logo />
        </div>
        <Drawer.Body p={0}>
          <nav className={classes.drawerNav} aria-label={t('shell.navigation')}>
            <NavGroups onGo={onClose} />
          </nav>
          <div className={classes.drawerLinks}>{links}</div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
