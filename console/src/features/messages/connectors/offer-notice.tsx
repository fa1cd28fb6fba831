import { Button } from '@mantine/core';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import type { Connector } from '@postern/contracts/messages/connectors';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { signUpAndSignInPath } from '#paths/sign-in-experience.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { useAcknowledged } from '#platform/preferences.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './connectors.module.css';
import { sayIn } from './shared/say-in.ts';

/** A social connector is not visible to users until its button is added to the sign-in pages. */
export function OfferNotice({ connectors }: { connectors: readonly Connector[] }) {
  const { t, i18n } = useTranslation();
  const { data: settings } = useRead(signInExperienceApi.get, {}, { quiet: true });
  const notice = useAcknowledged('connectorSieNoticeConfirmed');
  const hidden = settings && connectors.filter(({ target }) => !settings.socialSignInConnectorTargets.includes(target));
  if (!hidden?.length || notice.isRead !== false) {
    return null;
  }
  const names = hidden.map(({ name }) => sayIn(name, i18n.language));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  return (
    <Notice tone="info" icon={IconInfoCircle} title={t('connectors.offer.title', { names: list })}>
      {t('connectors.offer.body')}
      <span className={classes.noticeActions}>
        <Button component={PageLink} to={signUpAndSignInPath} variant="default" size="xs">
          {t('connectors.offer.go')}
        </Button>
        <Button variant="quiet" size="xs" onClick={notice.acknowledge}>
          {t('connectors.offer.dismiss')}
        </Button>
      </span>
    </Notice>
  );
}
