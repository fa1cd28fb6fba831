import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
import { Markdown } from '../detail/markdown.tsx';
import { LoadFailed } from '../feedback/load-failed.tsx';
import { Notice } from '../feedback/notice.tsx';
import { formatIn } from '../i18n/format.ts';
import { SidePanel } from '../ui/side-panel.tsx';
import classes from './news.module.css';
import { closeNews, useNewsOpen } from './open.ts';
import { type Release, readReleases } from './read-changes.ts';
import { useNewerRelease } from './use-newer-release.ts';

const files = import.meta.glob<string>('../../../../CHANGELOG.md', { query: '?raw', import: 'default' });

/** Only the pictures that the highlights show, so that the others are not part of the console. */
const pictures = import.meta.glob<string>('../../../../docs/images/{branding,mfa,sign-in-methods}-*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function loadReleases() {
  const [load] = Object.values(files);
  if (!load) {
    throw new Error('The changelog is not part of this build.');
  }
  return readReleases(await load(), config.docsUrl);
}

/** What people notice in the releases up to the running one. The texts are those of the changelog, in English. */
export function NewsPanel() {
  const { t } = useTranslation();
  const isOpen = useNewsOpen();
  const newer = useNewerRelease();
  return (
    <SidePanel isOpen={isOpen} onClose={closeNews} title={t('shell.whatsNew')} width={560}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.body} aria-label={t('shell.whatsNew')} tabIndex={0}>
        {newer && (
          <div className={classes.newer}>
            <Notice tone="info" icon={IconArrowUpCircle} title={t('shell.newerRelease', { release: newer })}>
              <a className="link" href={`${config.docsUrl}/operations#upgrade`} target="_blank" rel="noreferrer">
                {t('shell.howToUpgrade')}
              </a>
            </Notice>
          </div>
        )}
        <Releases />
      </section>
      <div className={classes.foot}>
        <a className="link" href={`${config.docsUrl}/changelog`} target="_blank" rel="noreferrer">
          {t('shell.allChanges')}
        </a>
      </div>
    </SidePanel>
  );
}

function Releases() {
  const { data, error, refetch } = useQuery({
    queryKey: ['changelog'],
    queryFn: loadReleases,
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
      {data.map((release) => (
        <ReleaseNews key={release.version} release={release} />
      ))}
    </div>
  );
}

function ReleaseNews({ release: { version, date, summary, highlights } }: { release: Release }) {
  const { t } = useTranslation();
  return (
    <section className={classes.release} aria-label={`v${version}`}>
      <header className={classes.head}>
        <h3>v{version}</h3>
        {/* In English, like the text below it. At noon, because midnight of UTC is the day before in America. */}
        <time dateTime={date}>{formatIn('en').date(Date.parse(`${date}T12:00`))}</time>
      </header>
      {summary && <Markdown text={summary} codeLabel={t('shell.whatsNew')} />}
      {highlights.map(({ title, text, picture }) => (
        <article key={title} className={classes.highlight}>
          {picture && <Picture {...picture} />}
          <h4>{title}</h4>
          <Markdown text={text} codeLabel={t('shell.whatsNew')} />
        </article>
      ))}
    </section>
  );
}

function Picture({ path, alt }: { path: string; alt: string }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const url = pictures[`../../../../${isDark ? path.replace('-light.', '-dark.') : path}`];
  return url && <img className={classes.picture} src={url} alt={alt} loading="lazy" />;
}
