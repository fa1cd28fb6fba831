import { Tooltip } from '@mantine/core';
import type { Icon } from '#platform/feature.ts';
import classes from './preview.module.css';

type Choice<Value extends string> = { value: Value; label: string; icon: Icon };

type SegmentsProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A segmented control with two or three icons. */
export function Segments<Value extends string>({ label, choices, value, onChange }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row of a toolbar
    <div className={classes.segments} role="group" aria-label={label}>
      {choices.map(({ value: own, label: name, icon: Icon }) => (
        <Tooltip key={own} label={name}>
          <button type="button" aria-label={name} aria-pressed={own === value} onClick={() => onChange(own)}>
            <Icon size={18} stroke={1.5} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
