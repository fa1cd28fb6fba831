import { usePhrases } from '../platform/phrases.ts';
import './last-used.css';

/** Beside the way by which somebody signed in last in this browser. The id is what describes the control. */
export function LastUsed({ id }: { id: string }) {
  const { common } = usePhrases();
  return (
    <span className="last-used" id={id}>
      {common.lastUsed}
    </span>
  );
}
