import { Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './ui.module.css';

type IconButtonProps = ComponentPropsWithRef<'button'> & {
  label: string;
  size?: 'normal' | 'small' | 'chip' | 'framed';
  /** Disabled if a menu opens right below it. */
  tooltip?: boolean;
};

/** An icon-only button; its label is its accessible name and tooltip. */
export function IconButton({ label, size = 'normal', tooltip = true, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-size={size}
      className={`${classes.iconButton} ${className ?? ''}`}
    />
  );
  return tooltip ? <Tooltip label={label}>{button}</Tooltip> : button;
}

export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick} tooltip={false}>
      <IconX size={20} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
