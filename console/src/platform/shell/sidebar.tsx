import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { navOf, useFeatures } from '../router/features.tsx';
import { PageLink } from '../router/page-link.tsx';
import classes from './shell.module.css';

export function Sidebar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.sidebar} aria-label={t('shell.navigation')}>
      <NavGroups />
    </nav>
  );
}

/** The sections; `onGo` closes the drawer if they are inside one. */
export function NavGroups({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation();
  const iconsOnly = useMediaQuery('(min-width: 760px) and (max-width: 1099px)') ?? false;
  return navOf(useFeatures()).map(({ group, items }) => (
    <div key={group} className={classes.group}>
      {group !== 'settings' && <div className={classes.groupTitle}>{t(`shell.groups.${group}`)}</div>}
      <ul>
        {items.map(({ path, label, icon: Icon }) => (
          <li key={path.path}>
            <Tooltip label={label(t)} position="right" disabled={!iconsOnly}>
              <PageLink to={path} className={classes.item} onClick={onGo}>
                <Icon size={18} stroke={1.5} />
                <span className={classes.itemLabel}>{label(t)}</span>
              </PageLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  ));
}
