import { IconBook, IconHelpCircle, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
import { edition } from '../edition.ts';
import { NewsHost } from '../news/news-host.tsx';
import { openPalette } from '../palette/open.ts';
import { useFeatures } from '../router/features.tsx';
import { PageLink } from '../router/page-link.tsx';
import { pagePath } from '../router/page-path.ts';
import { isReadOnly } from '../session/read-only.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ModKeys } from '../ui/key-cap.tsx';
import { Logo } from '../ui/logo.tsx';
import { Tag } from '../ui/tag.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';
import { VersionLink } from './version-link.tsx';

const homePath = pagePath('');

export function TopBar() {
  const { t } = useTranslation();
  const [drawer, setDrawer] = useState(false);
  const TenantSelector = useFeatures().find((feature) => feature.tenantSelector)?.tenantSelector;
  return (
    <header className={classes.topbar}>
      <IconButton
        label={t('shell.openNavigation')}
        tooltip={false}
        className={classes.onlyNarrow}
        onClick={() => setDrawer(true)}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <PageLink to={homePath} className={classes.home} aria-label={t('shell.home')}>
        <Logo />
      </PageLink>
      {TenantSelector && (
        <>
          <Slash />
          <TenantSelector />
        </>
      )}
      {edition.titled && (
        <>
          <Slash />
          <span className={`${classes.product} truncate`}>{t('shell.product')}</span>
        </>
      )}
      {isReadOnly() && <Tag tone="outline">{t('shell.readOnly')}</Tag>}
      <span className={classes.spacer} />
      <button type="button" className={`${classes.search} ${classes.onlyWide}`} onClick={openPalette}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <span>{t('shell.search')}</span>
        <ModKeys keys={['K']} />
      </button>
      <IconButton label={t('shell.searchShort')} tooltip={false} className={classes.onlyNarrow} onClick={openPalette}>
        <IconSearch size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <div className={`${classes.links} ${classes.onlyWide}`}>
        <OuterLinks />
      </div>
      <UserMenu />
      <NewsHost />
      <NavDrawer opened={drawer} onClose={() => setDrawer(false)} links={<OuterLinks />} />
    </header>
  );
}

function Slash() {
  return (
    <span className={`${classes.slash} ${classes.onlyWide}`} aria-hidden>
      /
    </span>
  );
}

function OuterLinks() {
  const { t } = useTranslation();
  const HelpItem = useFeatures().find((feature) => feature.helpItem)?.helpItem;
  return (
    <>
      {HelpItem && <HelpItem className={classes.link} />}
      <a className={classes.link} href={`${config.docsUrl}/help`} target="_blank" rel="noreferrer">
        <IconHelpCircle size={18} stroke={1.5} aria-hidden />
        {t('shell.help')}
      </a>
      <a className={classes.link} href={config.docsUrl} target="_blank" rel="noreferrer">
        <IconBook size={18} stroke={1.5} aria-hidden />
        {t('shell.docs')}
      </a>
      <VersionLink />
    </>
  );
}
