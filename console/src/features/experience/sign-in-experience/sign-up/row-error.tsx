import { FieldError } from '#platform/form/field-error.tsx';
import classes from '../sign-in-methods.module.css';

/** The error of a row or a list. */
export function RowError({ message }: { message: string | undefined }) {
  return message ? (
    <div className={classes.wrong} role="alert">
      <FieldError message={message} />
    </div>
  ) : null;
}
