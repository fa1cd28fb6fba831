import { usePhrases } from '../platform/phrases.ts';
import './last-used.css';

/** Marks the method last used in this browser. The id is referenced by `aria-describedby` of the control. */
export function LastUsed({ id }: { id: string }) {
  const { common } = usePhrases();
  return (
    <span className="last-used" id={id}>
      {common.lastUsed}
    </span>
  );
}
