import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert } from '../../parts/alert.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { useSending } from '../../parts/use-sending.ts';
import './page-alert.css';

const shownMs = 4000;

const SuccessContext = createContext<(text: string) => void>(() => undefined);

/** Shows a short success message. */
export const useShowSuccess = () => use(SuccessContext);

export function SuccessProvider({ children }: { children: ReactNode }) {
  // An object, so that the same text shown twice is announced twice.
  const [shown, setShown] = useState<{ text: string }>();
  useEffect(() => {
    if (!shown) {
      return;
    }
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <SuccessContext value={(text) => setShown({ text })}>
      {children}
      <div className="tell-place" role="status">
        {shown && (
          <p className="tell">
            <Icon name="check" />
            {shown.text}
          </p>
        )}
      </div>
    </SuccessContext>
  );
}

/** Shows an error of a button at the top of the page, because the button may be inside a list. */
export function PageAlert({ alert }: { alert: ReturnType<typeof useSending>['alert'] }) {
  return createPortal(
    <div className="page-alert">
      <Alert {...alert} />
    </div>,
    document.body,
  );
}
