import { type ComponentPropsWithRef, useId } from 'react';
import classes from './check-box.module.css';

type CheckBoxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange'> & {
  label: string;
  help?: string;
  onCheck: (checked: boolean) => void;
};

/** A checkbox with a label and an optional help text. */
export function CheckBox({ label, help, onCheck, ...input }: CheckBoxProps) {
  const helpId = useId();
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
