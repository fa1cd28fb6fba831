import { CopyButton } from '../ui/copy-button.tsx';
import classes from './list.module.css';

/** An id in a list; the copy button shows on hover and focus. */
export function IdCell({ id, copyLabel }: { id: string; copyLabel: string }) {
  return (
    <div className={classes.idCell}>
      <code className="truncate">{id}</code>
      <CopyButton value={id} label={copyLabel} className={classes.copy} />
    </div>
  );
}
