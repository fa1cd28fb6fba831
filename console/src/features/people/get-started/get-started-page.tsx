import { Button } from '@mantine/core';
import { IconExternalLink, IconPalette, IconShieldLock, IconUserCog, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiGuides, FeaturedGuides } from '#features/access/guides/shared/featured.tsx';
import { createApplicationPath } from '#paths/applications.ts';
import { socialConnectorsPath } from '#paths/connectors.ts';
import { createResourcePath } from '#paths/resources.ts';
import { rolesPath } from '#paths/roles.ts';
import { signInExperiencePath } from '#paths/sign-in-experience.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { config } from '#platform/config.ts';
import type { Icon } from '#platform/feature.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { usePlace } from '#platform/router/features.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { PagePath } from '#platform/router/page-path.ts';
import { Tile } from '#platform/ui/tile.tsx';
import { Checklist } from './checklist.tsx';
import classes from './get-started.module.css';
import { getStartedCards } from './places.ts';

export function GetStartedPage() {
  const { t } = useTranslation();
  const cards = usePlace(getStartedCards);
  return (
    <PageBody>
      <PageHeader title={t('nav.getStarted')} purpose={t('getStarted.purpose')} />
      <div className={classes.stack}>
        {cards.map((Card, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are fixed
          <Card key={index} />
        ))}
        <Checklist />
        <Section
          title={t('getStarted.develop')}
          body={t('getStarted.developBody')}
          action={<ViewAll to={createApplicationPath} label={t('getStarted.allGuides')} />}
        >
          <FeaturedGuides />
          <div className={`${classes.rows} ${classes.more}`}>
            <Row
              icon={IconShieldLock}
              title={t('applications.types.Protected')}
              body={t(config.hasProtectedApps ? 'applications.typeHelp.Protected' : 'guides.protectedMissing')}
            >
              <Button component={PageLink} to={createApplicationPath} search={{ type: 'Protected' }} variant="default">
                {t(config.hasProtectedApps ? 'getStarted.protect' : 'getStarted.protectLater')}
              </Button>
            </Row>
          </div>
        </Section>
        <Customize />
        <Section
          title={t('getStarted.secure')}
          body={t('getStarted.secureBody')}
          action={<ViewAll to={createResourcePath} label={t('getStarted.allApiGuides')} />}
        >
          <ApiGuides />
        </Section>
        <Section title={t('getStarted.manage')} body={t('getStarted.manageBody')}>
          <div className={classes.rows}>
            <Row icon={IconUserCog} title={t('getStarted.roles')} body={t('getStarted.rolesBody')}>
              <Button component={PageLink} to={rolesPath} variant="default">
                {t('getStarted.openRoles')}
              </Button>
            </Row>
          </div>
        </Section>
      </div>
    </PageBody>
  );
}

function Customize() {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  return (
    <Section title={t('getStarted.customize')} body={t('getStarted.customizeBody')}>
      <div className={classes.rows}>
        <Row icon={IconPalette} title={t('getStarted.look')} body={t('getStarted.lookBody')}>
          {endpoint && (
            <Button
              component="a"
              href={`${endpoint}/demo-app`}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
            >
              {t('getStarted.preview')}
            </Button>
          )}
          <Button component={PageLink} to={signInExperiencePath} variant="default">
            {t('getStarted.openExperience')}
          </Button>
        </Row>
        <Row icon={IconUsersGroup} title={t('getStarted.social')} body={t('getStarted.socialBody')}>
          <Button component={PageLink} to={socialConnectorsPath} variant="default">
            {t('getStarted.openSocial')}
          </Button>
        </Row>
      </div>
    </Section>
  );
}

type SectionProps = { title: string; body: string; action?: ReactNode; children: ReactNode };

function Section({ title, body, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className={classes.sectionHead}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          <p className={classes.body}>{body}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

const ViewAll = ({ to, label }: { to: PagePath<string>; label: string }) => (
  <PageLink className={classes.viewAll} to={to}>
    {label}
  </PageLink>
);

type RowProps = { icon: Icon; title: string; body: string; children: ReactNode };

function Row({ icon, title, body, children }: RowProps) {
  return (
    <div className={classes.row}>
      <Tile icon={icon} />
      <div className={classes.text}>
        <h3 className={classes.name}>{title}</h3>
        <p className={classes.body}>{body}</p>
      </div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
