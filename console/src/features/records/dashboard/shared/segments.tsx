import type { Icon } from '#platform/icon.ts';
import classes from './dashboard.module.css';

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; icon?: Icon }[];
};

/** Two or three buttons, of which one is pressed. */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  return (
    <fieldset className={classes.segments}>
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: choice, label: text, icon: ChoiceIcon }) => (
        <button
          key={choice}
          type="button"
          className={classes.segment}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {ChoiceIcon && <ChoiceIcon size={16} stroke={1.5} aria-hidden />}
          {text}
        </button>
      ))}
    </fieldset>
  );
}
