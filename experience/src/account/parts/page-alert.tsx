import { createPortal } from 'react-dom';
import { Alert } from '../../parts/alert.tsx';
import type { useSending } from '../../parts/use-sending.ts';
import './page-alert.css';

/** Shows an error of a button at the top of the page, because the button may be inside a list. */
export function PageAlert({ alert }: { alert: ReturnType<typeof useSending>['alert'] }) {
  return createPortal(
    <div className="page-alert">
      <Alert {...alert} />
    </div>,
    document.body,
  );
}
