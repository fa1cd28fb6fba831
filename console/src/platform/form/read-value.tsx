import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './read-value.module.css';

type ReadValueProps = {
  label: ReactNode;
  help?: ReactNode;
  /** A list is shown with one value per line. */
  value: string | readonly string[];
  mono?: boolean;
  /** Several lines of text, whose line breaks count. */
  isBlock?: boolean;
  /** The value is a credential: only whether it is set is shown. */
  isSecret?: boolean;
  /** Shown before the value: a picture or a color. */
  before?: ReactNode;
  /** A unit after the value. */
  after?: ReactNode;
};

const dots = '••••••••';

/** A field of a form that is only read: its label and its whole value, or a note that it is not set. */
export function ReadValue({ label, help, value, mono, isBlock, isSecret, before, after }: ReadValueProps) {
  const { t } = useTranslation();
  const values = (typeof value === 'string' ? [value] : value).filter((one) => one.trim() !== '');
  return (
    <dl className={classes.field}>
      <dt>{label}</dt>
      {values.length === 0 ? (
        <dd className={classes.value} data-empty>
          {before}
          {t('fields.notSet')}
        </dd>
      ) : (
        values.map((one, index) => (
          <dd
            // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat and never move
            key={index}
            className={classes.value}
            data-mono={mono || undefined}
            data-block={isBlock || undefined}
            dir={mono ? 'ltr' : 'auto'}
          >
            {index === 0 && before}
            <span className={classes.text}>{isSecret ? dots : one}</span>
            {after && <span className={classes.after}>{after}</span>}
          </dd>
        ))
      )}
      {help && <dd className={classes.help}>{help}</dd>}
    </dl>
  );
}

/** A switch of a form that is only read. */
export function ReadSwitch({ label, help, isOn }: { label: ReactNode; help?: ReactNode; isOn: boolean }) {
  const { t } = useTranslation();
  return <ReadValue label={label} help={help} value={t(isOn ? 'fields.on' : 'fields.off')} />;
}
