import { Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Adding, FilterButton, FilterGroup } from './filter-chip.tsx';
import classes from './filter-popover.module.css';

type FilterPopoverProps = Adding & {
  label: string;
  summary: string | undefined;
  onClear: () => void;
  onOpen?: (() => void) | undefined;
  children: (close: () => void) => ReactNode;
};

/** A filter that needs more than a menu: a search or a range. */
export function FilterPopover({ label, summary, onClear, onOpen, isNew, onLeave, children }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(isNew ?? false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) {
      onOpen?.();
    } else {
      onLeave?.();
    }
  };
  return (
    <FilterGroup label={label} isSet={summary !== undefined} onClear={onClear}>
      <Popover
        opened={isOpen}
        onChange={change}
        position="bottom-start"
        offset={4}
        width={336}
        trapFocus
        returnFocus
        transitionProps={{ transition: 'fade', duration: 120 }}
        classNames={{ dropdown: classes.dropdown ?? '' }}
      >
        <Popover.Target>
          <FilterButton label={label} summary={summary} onClick={() => change(!isOpen)} />
        </Popover.Target>
        <Popover.Dropdown>{children(() => change(false))}</Popover.Dropdown>
      </Popover>
    </FilterGroup>
  );
}
