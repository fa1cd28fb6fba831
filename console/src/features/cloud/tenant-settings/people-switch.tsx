import { useTranslation } from 'react-i18next';
import { invitationsPath, membersPath } from '#paths/tenant-settings.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './tenant-settings.module.css';

/** Switches between members and invitations. */
export function PeopleSwitch() {
  const { t } = useTranslation();
  return (
    <nav className={classes.switch} aria-label={t('tenantSettings.people')}>
      <PageLink to={membersPath} exact className={classes.choice}>
        {t('tenantSettings.members.title')}
      </PageLink>
      <PageLink to={invitationsPath} exact className={classes.choice}>
        {t('tenantSettings.invitations.title')}
      </PageLink>
    </nav>
  );
}
