import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldLabel } from './field-label.tsx';
import formClasses from './form.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type NameValueListProps = {
  label: string;
  /** Where no heading above the list says what it is. */
  showsLabel?: boolean;
  add: string;
  onAdd: () => void;
  children: ReactNode[];
};

/** Rows of names and values, and the button that adds one. */
export function NameValueList({ label, showsLabel, add, onAdd, children }: NameValueListProps) {
  const isRead = useReadView();
  if (isRead && children.length === 0) {
    return <ReadValue label={label} value="" />;
  }
  return (
    <div>
      {showsLabel && (
        <div className={formClasses.groupLabel}>
          <FieldLabel label={label} optional={!isRead} />
        </div>
      )}
      {children.length > 0 && (
        <ul className={formClasses.nameValues} aria-label={label}>
          {children}
        </ul>
      )}
      {!isRead && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </div>
  );
}
