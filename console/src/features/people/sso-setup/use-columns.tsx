import type { SsoSetupLink } from '@postern/contracts/people/sso-setup-links';
import { useTranslation } from 'react-i18next';
import { ssoConnectionPath } from '#paths/sso-connectors.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { Column } from '#platform/list/column.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { SetupStatusTag } from './status-tag.tsx';
import { countSteps } from './use-links.ts';

export function useColumns(): Column<SsoSetupLink>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    {
      id: 'status',
      title: t('ssoSetup.columns.status'),
      width: '170px',
      cell: ({ status }) => <SetupStatusTag status={status} />,
    },
    {
      id: 'steps',
      title: t('ssoSetup.columns.steps'),
      width: '110px',
      hideUnder: 900,
      cell: (link) => <span className="tabular">{t('ssoSetup.steps', countSteps(link))}</span>,
    },
    {
      id: 'connector',
      title: t('ssoSetup.columns.connector'),
      width: '20%',
      hideUnder: 1100,
      cell: ({ connector }) =>
        connector ? (
          <PageLink className="link truncate" to={ssoConnectionPath} params={{ id: connector.id }}>
            {connector.name}
          </PageLink>
        ) : (
          '–'
        ),
    },
    {
      id: 'used',
      title: t('ssoSetup.columns.used'),
      width: '204px',
      hideUnder: 1200,
      cell: ({ lastUsedAt }) => (
        <span className="tabular">{lastUsedAt === null ? t('ssoSetup.never') : dateTime(lastUsedAt)}</span>
      ),
    },
    {
      id: 'expires',
      title: t('ssoSetup.columns.expires'),
      width: '204px',
      hideUnder: 1100,
      cell: ({ expiresAt }) => <span className="tabular">{dateTime(expiresAt)}</span>,
    },
  ];
}
