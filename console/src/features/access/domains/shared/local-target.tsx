import { IconWorldOff } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { Notice } from '#platform/feedback/notice.tsx';
import { isPublicName } from './is-public-name.ts';

type LocalTargetProps = {
  /** The host that DNS records would point to. Undefined while loading. */
  host: string | undefined;
  /** The variable that the operator sets. */
  setting: 'ENDPOINT' | 'PROTECTED_APPS_ENDPOINT';
};

/** Says that a custom domain cannot work yet, because its record would point to a host that only this network knows. */
export function LocalTarget({ host, setting }: LocalTargetProps) {
  const { t } = useTranslation();
  return (
    host !== undefined &&
    !isPublicName(host) && (
      <Notice tone="warning" icon={IconWorldOff} title={t('domains.local.title')}>
        <Trans i18nKey="domains.local.body" values={{ host, setting }} components={{ code: <code /> }} />
      </Notice>
    )
  );
}
