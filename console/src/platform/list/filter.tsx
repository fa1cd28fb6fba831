import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Adding, FilterButton, FilterGroup } from './filter-chip.tsx';

type FilterProps = Adding & {
  label: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** At most one value. */
  single?: boolean;
};

/** A list filter with multiple values; when set it reads `Type: Native` and has a clear button. */
export function Filter({ label, options, values, onChange, single, isNew, onLeave }: FilterProps) {
  const { i18n } = useTranslation();
  const chosen = options.filter((option) => values.includes(option.value));
  const summary = new Intl.ListFormat(i18n.language, { type: 'disjunction', style: 'narrow' }).format(
    chosen.map((option) => option.label),
  );
  return (
    <FilterGroup label={label} isSet={chosen.length > 0} onClear={() => onChange([])}>
      <Menu
        position="bottom-start"
        width={220}
        defaultOpened={isNew}
        onClose={onLeave}
        closeOnItemClick={false}
        checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
      >
        <Menu.Target>
          <FilterButton label={label} summary={summary} />
        </Menu.Target>
        <Menu.Dropdown>
          {single ? (
            <Menu.RadioGroup value={values[0] ?? null} onChange={(value) => onChange(value ? [value] : [])}>
              {options.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                  {option.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          ) : (
            <Menu.CheckboxGroup value={[...values]} onChange={onChange}>
              {options.map((option) => (
                <Menu.CheckboxItem key={option.value} value={option.value}>
                  {option.label}
                </Menu.CheckboxItem>
              ))}
            </Menu.CheckboxGroup>
          )}
        </Menu.Dropdown>
      </Menu>
    </FilterGroup>
  );
}
