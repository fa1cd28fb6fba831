import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import type { Adding } from './filter-chip.tsx';
import classes from './filter-popover.module.css';
import { FilterPopover } from './filter-popover.tsx';
import { dayOf, isDaysAgo, isSameRange, momentOf, type TimeRange } from './time-range.ts';

type Preset = { label: string; range: TimeRange };

type TimeFilterProps = Adding & {
  label: string;
  presets: readonly Preset[];
  range: TimeRange;
  onChange: (range: TimeRange) => void;
};

/** A time filter: a preset range, or from one day to another. */
export function TimeFilter({ presets, range, onChange, ...chip }: TimeFilterProps) {
  const summary = useSummary(presets, range);
  const name = useId();
  return (
    <FilterPopover {...chip} summary={summary} onClear={() => onChange({})}>
      {(close) => (
        <>
          <div role="radiogroup" aria-label={chip.label}>
            {presets.map((preset) => (
              <label key={preset.label} className={classes.option}>
                <input
                  type="radio"
                  name={name}
                  checked={isSameRange(preset.range, range)}
                  onChange={() => onChange(preset.range)}
                  onClick={(event) => event.detail > 0 && close()}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') {
                      event.preventDefault();
                      onChange(preset.range);
                      close();
                    }
                  }}
                />
                {preset.label}
              </label>
            ))}
          </div>
          <CustomRange
            range={range}
            onApply={(next) => {
              onChange(next);
              close();
            }}
          />
        </>
      )}
    </FilterPopover>
  );
}

function CustomRange({ range, onApply }: { range: TimeRange; onApply: (range: TimeRange) => void }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(dayOf(range.from));
  const [to, setTo] = useState(dayOf(range.to, -1));
  const isBackwards = from !== '' && to !== '' && from > to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = { from: momentOf(from), to: momentOf(to, 1) };
    if (!isBackwards && (next.from || next.to)) {
      onApply(next);
    }
  };
  return (
    <form className={classes.custom} onSubmit={submit} noValidate>
      <div className={classes.dates}>
        <TextInput
          type="date"
          label={t('list.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('list.to')}
          value={to}
          error={isBackwards}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="default" size="xs" disabled={isBackwards || (from === '' && to === '')}>
        {t('list.apply')}
      </Button>
    </form>
  );
}

function useSummary(presets: readonly Preset[], range: TimeRange): string | undefined {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (isSameRange(range, {})) {
    return undefined;
  }
  const preset = presets.find((one) => isSameRange(one.range, range));
  if (preset) {
    return preset.label;
  }
  const say = (moment: string, shift = 0) =>
    isDaysAgo(moment) ? t('list.daysAgo', { count: Number(moment.slice(1, -1)) }) : date(Number(moment) + shift);
  const { from, to } = range;
  if (from && to) {
    return t('list.between', { from: say(from), to: say(to, -1) });
  }
  return from ? t('list.since', { from: say(from) }) : to ? t('list.until', { to: say(to, -1) }) : t('list.never');
}
