import { FieldError } from '#platform/form/field-error.tsx';
import classes from '../sign-in-methods.module.css';

/** What is wrong with a row, or with a list. */
export function RowError({ message }: { message: string | undefined }) {
  return message ? (
    <div className={classes.wrong} role="alert">
      <FieldError message={message} />
    </div>
  ) : null;
}
