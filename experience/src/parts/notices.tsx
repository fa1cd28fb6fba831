import type { ReactNode } from 'react';
import { currentNews } from '../platform/draft.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';

/** Explains, in place of a form, why there is none. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="notice">{children}</p>;
}

/** Shown on a first page: the result of the flow that led back to it. */
export function News() {
  const { news } = usePhrases();
  const current = currentNews();
  return (
    <div role="status">
      {current && (
        <p className={current === 'reset' ? 'news good' : 'news'}>
          <Icon name={current === 'reset' ? 'check' : 'alert'} />
          <span>{news[current]}</span>
        </p>
      )}
    </div>
  );
}
