import { Button } from '@mantine/core';
import { importLimits, userImportsApi } from '@postern/contracts/people/user-imports';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { IconDownload, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { importFilePath, userJobPath, userJobsPath } from '#paths/user-jobs.ts';
import { usersPath } from '#paths/users.ts';
import { save } from '#platform/client/download.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { ListCard } from '#platform/detail/form-card.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { sizeText } from '#platform/form/check-file.ts';
import { DropArea } from '#platform/form/drop-area.tsx';
import { useFileUpload } from '#platform/form/use-file-upload.ts';
import { useFormat } from '#platform/i18n/format.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './user-jobs.module.css';

const accept = ['.csv', '.tsv', '.txt', '.json', '.jsonl', '.ndjson', '.gz', 'text/csv', 'application/json'];
const shownFormats = ['csv', 'json', 'auth0', 'firebase', 'keycloak', 'cognito'] as const;

/** The first step: selects a file. Its content is shown on the page of the file. */
export function ImportPage() {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const go = useGo();
  const file = useFileUpload(userImportsApi.upload, { maxBytes: importLimits.bytes }, ({ id }) =>
    go(importFilePath, { id }),
  );
  const isReading = file.share === 1;
  return (
    <PageBody>
      <Breadcrumb parents={[{ to: usersPath, label: t('nav.users') }]} current={t('userJobs.upload.title')} />
      <PageHeader
        title={t('userJobs.upload.title')}
        purpose={t('userJobs.upload.purpose')}
        actions={
          <Button variant="default" component={PageLink} to={userJobsPath}>
            {t('userJobs.upload.jobs')}
          </Button>
        }
      />
      <OpenImport />
      <DropArea
        label={t('userJobs.upload.label')}
        choose={t('userJobs.upload.choose')}
        drop={t('userJobs.upload.drop')}
        hint={t('userJobs.upload.limits', {
          size: sizeText(importLimits.bytes, i18n.language),
          records: number(importLimits.records),
        })}
        accept={accept}
        take={file.take}
        work={
          file.share === undefined
            ? undefined
            : { text: t(isReading ? 'userJobs.upload.reading' : 'userJobs.upload.sending'), share: file.share }
        }
        error={file.error}
      />
      <Cards>
        <ListCard
          title={t('userJobs.upload.helpTitle')}
          help={t('userJobs.upload.helpBody')}
          action={<TemplateButton />}
        >
          <dl className={classes.formats}>
            {shownFormats.map((format) => (
              <div key={format}>
                <dt>{t(`userJobs.formats.${format}`)}</dt>
                <dd>{t(`userJobs.upload.formats.${format}`)}</dd>
              </div>
            ))}
          </dl>
        </ListCard>
      </Cards>
    </PageBody>
  );
}

/** Shows a running import to returning visitors. */
function OpenImport() {
  const { t } = useTranslation();
  const { data } = useRead(
    userJobsApi.list,
    { query: { kind: 'import', state: 'running', page: '1', page_size: '1' } },
    { quiet: true, every: 5000, staleTime: 0 },
  );
  const [job] = data ?? [];
  if (!job) {
    return null;
  }
  return (
    <div className={classes.above}>
      <Notice tone="info" icon={IconLoader2} title={t('userJobs.upload.open')}>
        <PageLink className="link" to={userJobPath} params={{ id: job.id }}>
          {t('userJobs.upload.openLink')}
        </PageLink>
      </Notice>
    </div>
  );
}

const template = `primaryEmail,username,primaryPhone,name,profile.givenName,profile.familyName,passwordDigest,isSuspended,createdAt,customData
maya@example.com,maya,+14155550123,Maya Lindqvist,Maya,Lindqvist,$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy,false,2024-05-01T10:00:00Z,"{""plan"":""gold""}"
`;

function TemplateButton() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
      onClick={() => save(new Blob([template], { type: 'text/csv' }), 'users-example.csv')}
    >
      {t('userJobs.upload.template')}
    </Button>
  );
}
