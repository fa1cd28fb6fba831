import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
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
  const note = newer && t('shell.newerRelease', { release: newer });
  return (
    <a
      className={`${classes.link} tabular`}
      href={`${config.docsUrl}/changelog`}
      target="_blank"
      rel="noreferrer"
      title={note}
    >
      v{config.version}
      {note && (
        <span className={classes.pip}>
          <span className="sr-only">{note}</span>
        </span>
      )}
    </a>
  );
}
