import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createConnectorPath } from '#paths/connectors.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { Connected } from '../connected.ts';
import { ConnectorNotice } from '../connector-notice.tsx';
import { useExperience } from '../settings.ts';
import classes from '../sign-in-methods.module.css';
import type { CenterValues } from './center-form.ts';

type MissingNoticesProps = { fields: CenterValues['fields']; connected: Connected };

/** Fields that are enabled but cannot work. */
export function MissingNotices({ fields, connected }: MissingNoticesProps) {
  const { t } = useTranslation();
  const { mfa } = useExperience();
  const isOn = (field: keyof typeof fields) => fields[field] !== 'Off';
  return (
    <>
      {(['email', 'phone'] as const)
        .filter((kind) => isOn(kind) && !connected.connectors[kind])
        .map((kind) => (
          <ConnectorNotice key={kind} kind={kind}>
            {t(`accountCenter.missing.${kind}`)}
          </ConnectorNotice>
        ))}
      {isOn('social') && connected.social.length === 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('accountCenter.missing.socialTitle')}>
          {t('accountCenter.missing.social')}
          <span className={classes.links}>
            <PageLink className="link" to={createConnectorPath} params={{ tab: 'social', createType: 'social' }}>
              {t('accountCenter.missing.setUpSocial')}
            </PageLink>
          </span>
        </Notice>
      )}
      {isOn('mfa') && mfa.factors.length === 0 && (
        <Notice tone="warning" icon={IconAlertTriangle} title={t('accountCenter.missing.mfaTitle')}>
          {t('accountCenter.missing.mfa')}
        </Notice>
      )}
    </>
  );
}
