import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';

const shownMs = 4000;

const TellContext = createContext<(text: string) => void>(() => undefined);

/** Shows a short success message. */
export const useTell = () => use(TellContext);

export function TellProvider({ children }: { children: ReactNode }) {
  // An object, so that the same text shown twice is announced twice.
  const [said, setSaid] = useState<{ text: string }>();
  useEffect(() => {
    if (!said) {
      return;
    }
    const timer = setTimeout(() => setSaid(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <TellContext value={(text) => setSaid({ text })}>
      {children}
      <div className="tell-place" role="status">
        {said && (
          <p className="tell">
            <Icon name="check" />
            {said.text}
          </p>
        )}
      </div>
    </TellContext>
  );
}
