import { createPortal } from 'react-dom';
import { Alert } from '../../parts/alert.tsx';
import type { useSending } from '../../parts/use-sending.ts';
import './page-alert.css';

/** What went wrong with a button on the page, at its top edge. Not in the list that the button may stand in. */
export function PageAlert({ alert }: { alert: ReturnType<typeof useSending>['alert'] }) {
  return createPortal(
    <div className="page-alert">
      <Alert {...alert} />
    </div>,
    document.body,
  );
}
