import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { fill, masked } from './fill.ts';
import type { GuideTexts, Sample, Step, Values } from './guide.ts';
import classes from './guides.module.css';
import { highlight, languageNames } from './highlight.ts';

export const stepAnchor = (index: number) => `step-${index + 1}`;

type StepViewProps = {
  step: Step;
  index: number;
  texts: GuideTexts;
  values: Values;
  /** The control that adds the redirects; guides for APIs have none. */
  redirects?: ReactNode;
  tabLink?: (tab: NonNullable<Step['tab']>) => ReactNode;
};

export function StepView({ step, index, texts, values, redirects, tabLink }: StepViewProps) {
  const id = useId();
  return (
    <li className={classes.step} id={stepAnchor(index)} data-step={index}>
      <section aria-labelledby={id}>
        <h2 id={id} className={classes.stepTitle}>
          <span className={classes.number} aria-hidden>
            {index + 1}
          </span>
          {texts.titles[step.title]}
        </h2>
        <div className={classes.stepBody}>
          <div className={classes.prose}>
            {step.text.map((key) => (
              <Prose key={key} text={texts.texts[key]} />
            ))}
          </div>
          {step.hasRedirects && redirects}
          {step.tab && tabLink?.(step.tab)}
          {step.settings && (
            <div className={classes.settings}>
              <KeyValues
                rows={step.settings.map(({ label, value }) => ({
                  label,
                  value: fill(value, values),
                  secret: value.includes('{{appSecret}}'),
                }))}
              />
            </div>
          )}
          {step.samples?.map((sample) => (
            <CodeSample key={sample.code} sample={sample} values={values} />
          ))}
        </div>
      </section>
    </li>
  );
}

/** A sample with the values of this application. Secrets are masked on screen, but copied. */
function CodeSample({ sample, values }: { sample: Sample; values: Values }) {
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

/** Renders a sentence; text between backticks is code. */
function Prose({ text }: { text: string }) {
  return (
    <p>
      {text.split('`').map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed sentence never move
          <code key={index}>{part}</code>
        ) : (
          part
        ),
      )}
    </p>
  );
}
