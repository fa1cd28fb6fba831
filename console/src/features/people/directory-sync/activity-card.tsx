import { type DirectoryRequest, directorySyncApi } from '@postern/contracts/people/directory-sync';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';

/** The last changes that the directory asked for, with the reasons of failures. */
export function ActivityCard({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  return (
    <ListCard title={t('directorySync.activity.title')} help={t('directorySync.activity.help')}>
      <Activity connectorId={connectorId} />
    </ListCard>
  );
}

function Activity({ connectorId }: { connectorId: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const query = { page: '1', page_size: '20' };
  const read = useReadPage(directorySyncApi.listRequests, { params: { id: connectorId }, query }, { quiet: true });
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  if (read.data?.total === 0) {
    return <CardTableNote>{t('directorySync.activity.none')}</CardTableNote>;
  }
  return (
    <CardTable
      label={t('directorySync.activity.title')}
      rows={read.data?.items}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'request',
          title: t('directorySync.activity.request'),
          width: '34%',
          cell: ({ method, path }) => (
            <code className="truncate" title={`${method} ${path}`} dir="ltr">
              {method} {path}
            </code>
          ),
        },
        {
          id: 'result',
          title: t('directorySync.activity.result'),
          cell: (request) => <Result request={request} />,
        },
        {
          id: 'time',
          title: t('directorySync.activity.time'),
          width: '24%',
          cell: ({ createdAt }) => <span className="tabular">{dateTime(createdAt)}</span>,
        },
      ]}
    />
  );
}

function Result({ request: { status, detail } }: { request: DirectoryRequest }) {
  const { t } = useTranslation();
  return status < 400 ? (
    <Tag tone="success" icon={IconCheck}>
      {t('directorySync.activity.done')}
    </Tag>
  ) : (
    <>
      <Tag tone="danger" icon={IconAlertCircle}>
        {t('directorySync.activity.failed', { status })}
      </Tag>{' '}
      {detail}
    </>
  );
}
