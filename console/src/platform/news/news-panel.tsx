import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
import { Markdown } from '../detail/markdown.tsx';
import { LoadFailed } from '../feedback/load-failed.tsx';
import { formatIn } from '../i18n/format.ts';
import { SidePanel } from '../ui/side-panel.tsx';
import classes from './news.module.css';
import { closeNews, useNewsOpen } from './open.ts';
import { readNewest } from './read-changes.ts';

const files = import.meta.glob<string>('../../../../CHANGELOG.md', { query: '?raw', import: 'default' });

async function loadNewest() {
  const [load] = Object.values(files);
  if (!load) {
    throw new Error('The changelog is not part of this build.');
  }
  return readNewest(await load(), config.docsUrl);
}

/** What changed in the running version. The texts are those of the changelog, in English. */
export function NewsPanel() {
  const { t } = useTranslation();
  const isOpen = useNewsOpen();
  return (
    <SidePanel isOpen={isOpen} onClose={closeNews} title={t('shell.whatsNew')} width={560}>
      <div className={classes.body}>
        <Changes />
      </div>
      <div className={classes.foot}>
        <a className="link" href={`${config.docsUrl}/changelog`} target="_blank" rel="noreferrer">
          {t('shell.allChanges')}
        </a>
      </div>
    </SidePanel>
  );
}

/** In English, like the text below it. */
function headingOf({ version, date }: { version: string; date: string | undefined }): string {
  const name = /^\d/.test(version) ? `v${version}` : version;
  // At noon, because midnight of UTC is the day before in America.
  return date ? `${name}, ${formatIn('en').date(Date.parse(`${date}T12:00`))}` : name;
}

function Changes() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['changelog'],
    queryFn: loadNewest,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return <LoadFailed error={error} retry={refetch} isPart />;
  }
  if (!data) {
    return <Skeleton height={240} />;
  }
  return (
    <div lang="en">
      <p className={classes.version}>{headingOf(data)}</p>
      {data.summary && (
        <div className={classes.summary}>
          <Markdown text={data.summary} codeLabel={t('shell.whatsNew')} />
        </div>
      )}
      {data.groups.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a fixed text never move, and titles may repeat
        <details key={index} className={classes.group} open={index === 0}>
          <summary>{title}</summary>
          <Markdown text={text} codeLabel={t('shell.whatsNew')} />
        </details>
      ))}
    </div>
  );
}
