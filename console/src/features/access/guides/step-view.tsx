import { type ReactNode, useId } from 'react';
import type { GuideTexts } from '#locales/en/guide-steps.ts';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { CodeSample } from './code-sample.tsx';
import { fill } from './fill.ts';
import type { Step, Values } from './guide.ts';
import classes from './guides.module.css';
import { Prose } from './prose.tsx';

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
