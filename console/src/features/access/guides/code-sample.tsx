import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { fill, masked } from './fill.ts';
import type { Sample, Values } from './guide.ts';
import classes from './guides.module.css';
import { highlight, languageNames } from './highlight.ts';

/** A sample with the values of this application. Secrets are masked on screen, but copied. */
export function CodeSample({ sample, values }: { sample: Sample; values: Values }) {
  const { t } = useTranslation();
  const { language, file } = sample;
  const tokens = useMemo(() => {
    const parts = highlight(fill(sample.code, masked(values)), language);
    let at = 0;
    return parts.map((part) => {
      const start = at;
      at += part.text.length;
      return { ...part, start };
    });
  }, [sample, values, language]);
  const name = file ?? languageNames[language];
  return (
    <figure className={classes.sample}>
      <figcaption className={classes.caption}>
        <span className={file ? `${classes.file} truncate` : undefined} title={file}>
          {name}
        </span>
        {file && <span className={classes.language}>{languageNames[language]}</span>}
        <CopyButton value={fill(sample.code, values)} label={t('actions.copyWhat', { what: name })} />
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one more landmark */}
      <div
        className={classes.scroll}
        role="region"
        aria-label={name}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <pre>
          <code>
            {tokens.map(({ kind, text, start }) =>
              kind ? (
                <span key={start} data-kind={kind}>
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </code>
        </pre>
      </div>
    </figure>
  );
}
