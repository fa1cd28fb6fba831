import { scriptLimits } from '@postern/contracts/access/scripts';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { config } from '#platform/config.ts';
import { useFormat } from '#platform/i18n/format.ts';
import type { Entry } from './entries.ts';
import classes from './script.module.css';

type ReferencePanelProps = {
  entries: readonly Entry[];
  /** What the entries are. */
  help: string;
  /** What happens if a script fails. */
  failure: string;
  /** The page of the documentation. */
  docs: string;
};

/** The parameters of a script, and its limits. */
export function ReferencePanel({ entries, help, failure, docs }: ReferencePanelProps) {
  const { t } = useTranslation();
  const { duration, number } = useFormat();
  const limits = {
    time: duration(scriptLimits.milliseconds / 1000),
    memory: number(scriptLimits.memoryBytes / 1024 / 1024),
    result: number(scriptLimits.resultCharacters / 1024),
    requests: number(scriptLimits.requests),
  };
  return (
    <div className={classes.stack}>
      <p className={classes.panelHelp}>{help}</p>
      <div className={classes.entries}>
        {entries.map((entry) => (
          <Section key={entry.name} entry={entry} />
        ))}
      </div>
      <div>
        <h2 className={classes.panelTitle}>{t('customJwt.reference.limitsTitle')}</h2>
        <p className={classes.panelHelp}>{t('customJwt.reference.limits', limits)}</p>
        <p className={classes.panelHelp}>{failure}</p>
        <a className="link" href={`${config.docsUrl}/${docs}`} target="_blank" rel="noreferrer">
          {t('customJwt.reference.docs')}
        </a>
      </div>
    </div>
  );
}

function Section({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const { name, type, about, children = [] } = entry;
  const head = (
    <>
      <code className={classes.entryName}>{name}</code>
      <code className={classes.entryType}>{type}</code>
    </>
  );
  if (children.length === 0) {
    return (
      <div className={classes.entry}>
        <div className={classes.entryHead}>{head}</div>
        <p className={classes.entryAbout}>{t(`customJwt.about.${about}`)}</p>
      </div>
    );
  }
  return (
    <details className={classes.entry}>
      <summary className={classes.entryHead}>
        <IconChevronRight size={16} stroke={1.5} className="flip" aria-hidden />
        {head}
      </summary>
      <p className={classes.entryAbout}>{t(`customJwt.about.${about}`)}</p>
      <div className={classes.nested}>
        {children.map((child) => (
          <Section key={child.name} entry={child} />
        ))}
      </div>
    </details>
  );
}
