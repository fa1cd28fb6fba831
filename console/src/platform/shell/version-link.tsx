import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../config.ts';
import { openNews } from '../news/open.ts';
import { useNewerRelease } from '../news/use-newer-release.ts';
import classes from './shell.module.css';

/** Leads to the changelog; a plain click opens what is new beside the page. The dot means that a newer release is known. */
export function VersionLink() {
  const { t } = useTranslation();
  const newer = useNewerRelease();
  const note = newer && t('shell.newerRelease', { release: newer });
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    openNews();
  }
  return (
    <a
      href={`${config.docsUrl}/changelog`}
      target="_blank"
      rel="noreferrer"
      className={`${classes.link} tabular`}
      onClick={open}
      title={note}
    >
      v{config.version}
      <span className="sr-only">{[t('shell.whatsNew'), ...(note ? [note] : [])].join(', ')}</span>
      {note && <span className={classes.pip} />}
    </a>
  );
}
