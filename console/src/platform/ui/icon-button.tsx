import { Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './ui.module.css';

type IconButtonProps = ComponentPropsWithRef<'button'> & {
  label: string;
  size?: 'normal' | 'small' | 'chip' | 'framed';
  /** Off where a menu opens right under it. */
  tooltip?: boolean;
};

/** A button that is only an icon; its label is its name and its tooltip. */
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
