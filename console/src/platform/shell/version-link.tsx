import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
import { openNews, useIsUnread } from '../news/open.ts';
import { isNewerRelease } from './is-newer-release.ts';
import classes from './shell.module.css';

async function latestRelease(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer: unknown = await (await fetch(url, { signal })).json();
    const release =
      typeof answer === 'object' && answer !== null && 'latestRelease' in answer ? answer.latestRelease : null;
    return typeof release === 'string' && release.startsWith('v') ? release : null;
  } catch (error) {
    console.warn('The release information could not be read.', error);
    return null;
  }
}

export function VersionLink() {
  const { t } = useTranslation();
  const { releaseInfoUrl } = config;
  const { data: release } = useQuery({
    queryKey: ['release', releaseInfoUrl],
    queryFn: ({ signal }) => (releaseInfoUrl ? latestRelease(releaseInfoUrl, signal) : null),
    enabled: releaseInfoUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const newer = release && isNewerRelease(release, config.version) ? release : undefined;
  const isUnread = useIsUnread();
  const notes = [
    ...(newer ? [t('shell.newerRelease', { release: newer })] : []),
    ...(isUnread ? [t('shell.unread')] : []),
  ];
  return (
    <button type="button" className={`${classes.link} tabular`} onClick={openNews} title={notes.join(', ')}>
      v{config.version}
      <span className="sr-only">{[t('shell.whatsNew'), ...notes].join(', ')}</span>
      {notes.length > 0 && <span className={classes.pip} />}
    </button>
  );
}
