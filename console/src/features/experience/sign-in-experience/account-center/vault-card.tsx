import type { Connector } from '@postern/contracts/messages/connectors';
import { useTranslation } from 'react-i18next';
import { sayIn } from '#features/messages/connectors/shared/say-in.ts';
import { connectorPath, socialConnectorsPath } from '#paths/connectors.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { PageLink } from '#platform/router/page-link.tsx';

/** The connectors that store provider tokens; each is enabled in its own settings. */
export function VaultCard({ connectors }: { connectors: readonly Connector[] }) {
  const { t, i18n } = useTranslation();
  const keeping = connectors.filter(({ enableTokenStorage }) => enableTokenStorage);
  return (
    <FormCard
      title={t('accountCenter.vault.title')}
      help={t('accountCenter.vault.help')}
      link={
        <PageLink className="link" to={socialConnectorsPath}>
          {t('accountCenter.vault.open')}
        </PageLink>
      }
    >
      {keeping.length === 0 ? (
        <CardTableNote>{t('accountCenter.vault.none')}</CardTableNote>
      ) : (
        <CardTable
          label={t('accountCenter.vault.list')}
          rows={keeping}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'connector',
              title: t('accountCenter.vault.columns.connector'),
              cell: ({ id, name }) => (
                <PageLink className="link" to={connectorPath} params={{ tab: 'social', connectorId: id }}>
                  {sayIn(name, i18n.language)}
                </PageLink>
              ),
            },
            {
              id: 'target',
              title: t('accountCenter.vault.columns.target'),
              cell: ({ target }) => <code>{target}</code>,
            },
          ]}
        />
      )}
    </FormCard>
  );
}
