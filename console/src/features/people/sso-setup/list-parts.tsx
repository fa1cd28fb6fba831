import { Button } from '@mantine/core';
import { ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { IconClock, IconMailForward } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { ssoSetupLinksPath } from '#paths/sso-setup.ts';
import { useReadPage } from '#platform/client/use-read.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './sso-setup.module.css';

/** Leads from the list of connectors to the set-up links. */
export function InviteButton() {
  const { t } = useTranslation();
  return (
    <Button
      component={PageLink}
      to={ssoSetupLinksPath}
      variant="default"
      leftSection={<IconMailForward size={18} stroke={1.5} aria-hidden />}
    >
      {t('ssoConnectors.setup.invite')}
    </Button>
  );
}

/** Tells administrators that a customer has finished and waits. */
export function WaitingNotice() {
  const { t } = useTranslation();
  const { data } = useReadPage(
    ssoSetupLinksApi.list,
    { query: { status: 'waiting', page_size: '1' } },
    { quiet: true },
  );
  const count = data?.total ?? 0;
  return (
    count > 0 && (
      <div className={classes.notice}>
        <Notice tone="info" icon={IconClock} title={t('ssoConnectors.setup.waiting.title', { count })}>
          <Trans
            i18nKey="ssoConnectors.setup.waiting.body"
            components={{ to: <PageLink className="link" to={ssoSetupLinksPath} /> }}
          />
        </Notice>
      </div>
    )
  );
}
