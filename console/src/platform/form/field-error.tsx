import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form.module.css';

/** An error with an icon: never by color alone. */
export function FieldError({ message }: { message: string }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={16} stroke={1.5} aria-hidden />
      <span>{message}</span>
    </span>
  );
}
