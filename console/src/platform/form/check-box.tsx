import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './check-box.module.css';
import { useReadView } from './read-view.ts';

type CheckBoxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> & {
  label: string;
  help?: string;
  onCheck: (checked: boolean) => void;
};

/** A checkbox with a label and an optional help text. */
export function CheckBox({ label, help, onCheck, ...input }: CheckBoxProps) {
  const helpId = useId();
  if (useReadView()) {
    return <ReadBox label={label} help={help} isChecked={input.checked === true} />;
  }
  return (
    <div className={classes.box}>
      <label className={classes.label} data-disabled={input.disabled || undefined}>
        <input
          {...input}
          type="checkbox"
          aria-describedby={[help && helpId, input['aria-describedby']].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
        {label}
      </label>
      {help && (
        <p id={helpId} className={classes.help}>
          {help}
        </p>
      )}
    </div>
  );
}

/** A checkbox of a form that is only read. */
function ReadBox({ label, help, isChecked }: { label: string; help: string | undefined; isChecked: boolean }) {
  const { t } = useTranslation();
  const Icon = isChecked ? IconCheck : IconMinus;
  return (
    <div className={classes.box}>
      <p className={classes.read} data-off={!isChecked || undefined}>
        <Icon size={16} stroke={1.5} aria-hidden />
        <span>
          {label}
          <span className="sr-only">: {t(isChecked ? 'fields.on' : 'fields.off')}</span>
        </span>
      </p>
      {help && <p className={classes.help}>{help}</p>}
    </div>
  );
}
