import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { FieldError } from '#platform/form/field-error.tsx';
import classes from './sign-in-methods.module.css';

type AddMenuProps = {
  label: string;
  choices: readonly { value: string; label: string }[];
  onAdd: (value: string) => void;
};

/** The remaining choices; renders nothing if there are none. */
export function AddMenu({ label, choices, onAdd }: AddMenuProps) {
  if (choices.length === 0) {
    return null;
  }
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label: name }) => (
          <Menu.Item key={value} onClick={() => onAdd(value)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The error of a row or a list. */
export function RowError({ message }: { message: string | undefined }) {
  return message ? (
    <div className={classes.wrong} role="alert">
      <FieldError message={message} />
    </div>
  ) : null;
}
